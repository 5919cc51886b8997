import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from safetensors.torch import save_file
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict
from torch.distributed.fsdp import fully_shard


def shard(net):
    for layer in net.layers:
        fully_shard(layer)
    return fully_shard(net)


def first_rank_only(net, path):
    shard(net)
    if dist.get_rank() == 0:
        torch.save(net.state_dict(), path)  # expect: save-sharded-state-dict


def inside_a_dict(net, optimizer, path, epoch: int):
    shard(net)
    state = {"epoch": epoch, "weights": net.state_dict()}
    if dist.get_rank() == 0:
        torch.save(state, path)  # expect: save-sharded-state-dict


def as_safetensors(net, path):
    shard(net)
    if dist.get_rank() == 0:
        save_file(net.state_dict(), path)  # expect: save-sharded-state-dict


def gathered_by_the_helper(net, path):
    shard(net)
    options = StateDictOptions(full_state_dict=True, cpu_offload=True)
    weights = get_model_state_dict(net, options=options)
    if dist.get_rank() == 0:
        torch.save(weights, path)


def gathered_by_hand(net, path):
    shard(net)
    weights = {}
    for name, value in net.state_dict().items():
        whole = value.full_tensor()
        if dist.get_rank() == 0:
            weights[name] = whole.cpu()
    if dist.get_rank() == 0:
        torch.save(weights, path)


def sharded_checkpoint(net, folder):
    shard(net)
    dcp.save({"model": net.state_dict()}, checkpoint_id=folder)


def before_sharding(net, path):
    if dist.get_rank() == 0:
        torch.save(net.state_dict(), path)
    return shard(net)


def one_file_for_each_rank(net, folder):
    shard(net)
    torch.save(net.state_dict(), f"{folder}/rank_{dist.get_rank()}.pt")


def other_things(net, scheduler, path, epoch: int):
    shard(net)
    if dist.get_rank() == 0:
        torch.save({"epoch": epoch, "scheduler": scheduler.state_dict()}, path)
