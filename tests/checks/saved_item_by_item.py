"""State dicts that are copied tensor by tensor before they are saved."""

import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor


def moved_to_the_host(net, path):
    fully_shard(net)
    weights = {name: tensor.cpu() for name, tensor in net.state_dict().items()}
    if dist.get_rank() == 0:
        torch.save(weights, path)  # expect: save-sharded-state-dict


def copied_in_a_loop(net, path):
    fully_shard(net)
    weights = {}
    for name, tensor in net.state_dict().items():
        weights[name] = tensor.detach().clone()
    if dist.get_rank() == 0:
        torch.save({"model": weights}, path)  # expect: save-sharded-state-dict


def parameters_in_a_list(net, path):
    fully_shard(net)
    if dist.get_rank() == 0:
        torch.save([p.data.cpu() for p in net.parameters()], path)  # expect: save-sharded-state-dict


class Saver:
    def __init__(self, gathers):
        self.gathers = gathers

    def weights(self, net):
        if self.gathers:
            options = StateDictOptions(full_state_dict=True, cpu_offload=True)
            return get_model_state_dict(net, options=options)
        return {name: tensor.cpu() for name, tensor in net.state_dict().items()}

    def save(self, net, optimizer, path):
        fully_shard(net)
        weights = self.weights(net)
        groups = optimizer.state_dict()["param_groups"]
        if dist.get_rank() == 0:
            torch.save(weights, path)  # expect: save-sharded-state-dict
            torch.save({"groups": groups}, path + ".groups")


def gathered(net, path):
    fully_shard(net)
    weights = {name: tensor.full_tensor().cpu() for name, tensor in net.state_dict().items()}
    if dist.get_rank() == 0:
        torch.save(weights, path)


def gathered_if_sharded(net, path):
    fully_shard(net)
    weights = {}
    for name, tensor in net.state_dict().items():
        if isinstance(tensor, DTensor):
            tensor = tensor.full_tensor()
        weights[name] = tensor.cpu()
    if dist.get_rank() == 0:
        torch.save(weights, path)


def gathered_in_the_display(net, path):
    fully_shard(net)
    weights = {
        name: tensor.full_tensor() if isinstance(tensor, DTensor) else tensor
        for name, tensor in net.state_dict().items()
    }
    if dist.get_rank() == 0:
        torch.save(weights, path)


def gathered_in_one_branch(net, path):
    fully_shard(net)
    weights = {}
    for name, tensor in net.state_dict().items():
        if hasattr(tensor, "full_tensor"):
            weights[name] = tensor.full_tensor()
        else:
            weights[name] = tensor
    if dist.get_rank() == 0:
        torch.save(weights, path)


def shapes_only(net, path):
    fully_shard(net)
    if dist.get_rank() == 0:
        torch.save({name: tensor.shape for name, tensor in net.state_dict().items()}, path)


def of_each_rank(net, path):
    fully_shard(net)
    weights = {name: tensor.to_local() for name, tensor in net.state_dict().items()}
    torch.save(weights, f"{path}.{dist.get_rank()}")
