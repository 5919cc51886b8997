"""Parameters of which only the annotation tells what they are."""
import torch
from torch import nn
from torch.distributed.fsdp import fully_shard
from torch.optim import Optimizer

from elsewhere import settings


class Net(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Linear(size, size) for _ in range(4))
        self.head = nn.Linear(size, size)

    def spread(self, mesh):
        for block in self.blocks:
            fully_shard(block, mesh=mesh)
        fully_shard(self, mesh=mesh)


class Part(nn.Module):
    def spread(self, mesh):
        raise NotImplementedError


class Late:
    def __init__(self, net: Net, make: settings.Optim, mesh):
        self.optim: Optimizer = make.build(net, strict=True)  # expect: optimizer-before-shard
        self.net = prepare(net, mesh)


class InTime:
    def __init__(self, net: Net, make: settings.Optim, mesh):
        self.net = prepare(net, mesh)
        self.optim: Optimizer = make.build(net, strict=True)


class Abstract:
    def __init__(self, part: Part, make: settings.Optim, mesh):
        self.optim: Optimizer = make.build(part, strict=True)
        part.spread(mesh)


def prepare(net: Net, mesh):
    parts = [net] if isinstance(net, Net) else net
    for part in parts:
        part.spread(mesh)
    return net


def named_by_its_variable(net, mesh):
    optimizer = settings.instantiate(settings.optimizer, net.parameters())  # expect: optimizer-before-shard
    fully_shard(net, mesh=mesh)
    net(torch.ones(1)).sum().backward()
    optimizer.step()


def no_optimizer_by_name(net, mesh):
    optimizer_settings = settings.instantiate(settings.optimizer, net.parameters())
    fully_shard(net, mesh=mesh)
    return optimizer_settings
