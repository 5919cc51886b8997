import os

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict
from torch.distributed.fsdp import fully_shard


def shard(net):
    for layer in net.layers:
        fully_shard(layer)
    return fully_shard(net)


def gather(net):
    options = StateDictOptions(full_state_dict=True, cpu_offload=True)
    return get_model_state_dict(net, options=options)


def export(net, path):
    shard(net)
    if dist.get_rank() == 0:
        torch.save(gather(net), path)  # expect: rank-guarded-collective


def checkpoint(net, folder):
    shard(net)
    if int(os.environ["RANK"]) == 0:
        dcp.save({"model": net.state_dict()}, checkpoint_id=folder)  # expect: rank-guarded-collective


def peek(net):
    shard(net)
    rank = dist.get_rank()
    if rank == 0:
        print(net.head.weight.full_tensor())  # expect: rank-guarded-collective


def leave_early(values):
    if dist.get_rank() != 0:
        return
    dist.all_reduce(values)  # expect: rank-guarded-collective


def sample(net, prompt):
    shard(net)
    if dist.get_rank() == 0:
        print(net(prompt))  # expect: rank-guarded-collective


def everybody(net, path, folder):
    shard(net)
    weights = gather(net)
    dcp.save({"model": net.state_dict()}, checkpoint_id=folder)
    if dist.get_rank() == 0:
        torch.save(weights, path)
    dist.barrier()


def partner_in_the_other_arm(config):
    box = [None]
    if dist.get_rank() == 0:
        box = [config]
        dist.broadcast_object_list(box, src=0)
    else:
        dist.broadcast_object_list(box, src=0)
    return box[0]


def uniform_guards(values, every: int, step: int):
    if dist.is_initialized() and dist.get_world_size() > 1:
        dist.all_reduce(values)
    if step % every == 0:
        dist.barrier()
    return values


class Store:
    def __init__(self, path):
        if not path.startswith("store://"):
            raise ValueError(path)
        self.path = path


def open_store(path):
    store = None
    if dist.get_rank() == 0:
        store = Store(path)
        path = store.path
    paths = [path]
    dist.broadcast_object_list(paths, src=0)
    if dist.get_rank() != 0:
        store = Store(paths[0])
    return store


def one_rank_may_fail(path):
    try:
        return open_store(path)
    except ValueError:
        return None
