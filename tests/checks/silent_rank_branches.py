"""A rank test is harmless when every rank finds its partners."""

import sys

import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict
from torch.distributed.fsdp import fully_shard


def same_collective_in_both_arms(value: float, device):
    box = torch.zeros(1, device=device)
    if dist.get_rank() == 0:
        box.fill_(value)
        dist.broadcast(box, src=0)
    else:
        dist.broadcast(box, src=0)
    return box.item()


def first_one_then_the_others(prepare):
    if dist.get_rank() == 0:
        data = prepare()
        dist.barrier()
        return data
    dist.barrier()
    return prepare()


def only_for_members(values, per_node: int):
    rank = dist.get_rank()
    leaders = list(range(0, dist.get_world_size(), per_node))
    group = dist.new_group(leaders)
    if rank in leaders:
        dist.all_reduce(values, group=group)
    dist.barrier()
    return values


def before_the_early_return(values, path):
    dist.all_reduce(values)
    if dist.get_rank() != 0:
        return
    with open(path, "w") as out:
        out.write(str(values.tolist()))


def the_job_ends(message: str):
    if dist.get_rank() == 0:
        print(message)
    sys.exit(1)


def sends_and_receives(values):
    if dist.get_rank() == 0:
        dist.send(values, dst=1)
    elif dist.get_rank() == 1:
        dist.recv(values, src=0)
    dist.barrier()


class Logger:
    def __init__(self):
        self.enabled = dist.get_rank() == 0

    def write(self, values):
        total = values.clone()
        dist.all_reduce(total)
        if self.enabled:
            print(total.mean().item())


def once_on_each_side(value, wanted):
    rank = dist.get_rank()
    if rank == 0 and wanted:
        dist.broadcast(value, src=0)
    if rank != 0 and wanted:
        dist.broadcast(value, src=0)


def items_until_the_last(queue):
    if dist.get_rank() == 0:
        for item in queue:
            dist.broadcast_object_list([item])
        dist.broadcast_object_list([None])
    else:
        while True:
            box = [None]
            dist.broadcast_object_list(box)
            if box[0] is None:
                break


def rank_of_a_matrix(value, lora):
    if lora.rank != 0:
        dist.all_reduce(value)


def shard_targets(targets):
    for module in targets:
        fully_shard(module)


def weights_of_the_first_rank_before_sharding(net, targets):
    weights = {}
    if dist.get_rank() == 0:
        weights = get_model_state_dict(net, options=StateDictOptions(full_state_dict=True))
    shard_targets(targets(net))
    return weights
