import torch
import torch.distributed.checkpoint as dcp
from hydra.utils import instantiate
from safetensors.torch import load_file
from torch.distributed.checkpoint.state_dict import (
    StateDictOptions,
    get_model_state_dict,
    set_model_state_dict,
)
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import distribute_tensor


def shard(net):
    for layer in net.layers:
        fully_shard(layer)
    return fully_shard(net)


def plain(net, path):
    shard(net)
    net.load_state_dict(torch.load(path, map_location="cpu"))  # expect: load-full-into-sharded


def plain_part(net, path):
    shard(net)
    saved = torch.load(path, map_location="cpu", weights_only=True)
    net.load_state_dict(saved["model"])  # expect: load-full-into-sharded


def plain_safetensors(net, path):
    shard(net)
    net.load_state_dict(load_file(path))  # expect: load-full-into-sharded


def by_the_helper(net, path):
    shard(net)
    weights = torch.load(path, map_location="cpu", mmap=True)
    set_model_state_dict(net, weights, options=StateDictOptions(full_state_dict=True))


def before_sharding(net, path):
    net.load_state_dict(torch.load(path, map_location="cpu"))
    return shard(net)


def cut_up_by_hand(net, path):
    shard(net)
    whole = torch.load(path, map_location="cpu", mmap=True)
    parts = {}
    for name, value in net.state_dict().items():
        parts[name] = distribute_tensor(whole[name], value.device_mesh, value.placements)
    net.load_state_dict(parts, assign=True)


def from_a_sharded_checkpoint(net, folder):
    shard(net)
    state = {"model": net.state_dict()}
    dcp.load(state, checkpoint_id=folder)
    net.load_state_dict(state["model"])


def other_states(net, scheduler, path):
    shard(net)
    scheduler.load_state_dict(torch.load(path, map_location="cpu"))


def what_was_gathered(net, other):
    shard(net)
    shard(other)
    weights = get_model_state_dict(net, options=StateDictOptions(full_state_dict=True))
    other.load_state_dict(weights)  # expect: load-full-into-sharded


def what_was_gathered_into_a_whole_model(net, other):
    shard(net)
    weights = get_model_state_dict(net, options=StateDictOptions(full_state_dict=True))
    other.load_state_dict(weights)


def gathered_and_cut_up(net, other):
    shard(net)
    shard(other)
    weights = get_model_state_dict(net, options=StateDictOptions(full_state_dict=True))
    for name, value in other.state_dict().items():
        weights[name] = distribute_tensor(weights[name], value.device_mesh, value.placements)
    other.load_state_dict(weights)


def into_parameters_without_memory(recipe, weights):
    with torch.device("meta"):
        net = recipe.build()
    shard(net)
    net.load_state_dict(weights, strict=True)  # expect: load-full-into-sharded


def what_a_configuration_makes(config, weights):
    with torch.device("meta"):
        net = instantiate(config)
    shard(net)
    net.load_state_dict(weights, strict=True)  # expect: load-full-into-sharded


def assigned_to_parameters_without_memory(recipe, weights):
    with torch.device("meta"):
        net = recipe.build()
    shard(net)
    net.load_state_dict(weights, assign=True)


def into_memory_of_its_own(recipe, weights):
    with torch.device("meta"):
        net = recipe.build()
    shard(net)
    net.to_empty(device="cuda")
    net.load_state_dict(weights)
