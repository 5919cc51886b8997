"""Parameters of which only the annotation tells what they are."""
from typing import Optional, cast

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


class Low:
    """Turns layers of a model into others of low precision."""

    def __init__(self, enabled):
        self.enabled = enabled

    def convert(self, net, keep):
        from torchao.float8 import convert_to_float8_training

        names = set(keep)
        names.add("head")
        convert_to_float8_training(net, module_filter_fn=lambda part, name: name not in names)


class Recipe:
    """Builds an optimizer that only it knows."""

    kind = "adamw"

    def optimizer(self):
        raise NotImplementedError

    def build(self, net, strict=True):
        groups = self.groups(net)
        optimizer = self.optimizer()(groups, lr=0.1)
        print(f"{len(groups)} groups of parameters")
        return optimizer

    def groups(self, net):
        found = {}
        for name, weight in net.named_parameters():
            found[name] = weight
        return [{"params": [found[name] for name in group.names]} for group in self.chosen]


def low_precision_after(net: Net, mesh, low: Optional[Low] = None):
    net.spread(mesh)
    if low is not None and low.enabled:
        low.convert(net, [])  # expect: module-mutated-after-shard
    return net


def low_precision_before(net: Net, mesh, low: Low | None = None):
    if low is not None and low.enabled:
        low.convert(net, [])
    net.spread(mesh)
    return net


def class_learnt_by_asking(net, mesh, low: Low):
    if not isinstance(net, Net):
        raise TypeError(net)
    net.spread(mesh)
    low.convert(net, [])  # expect: module-mutated-after-shard


def class_learnt_by_cast(parts, mesh, low: Low):
    for part in parts:
        part = cast(Net, part)
        part.spread(mesh)
        low.convert(part, [])  # expect: module-mutated-after-shard


def class_of_one_branch_only(net, mesh, low: Low):
    if isinstance(net, Net):
        print("a net")
    net.spread(mesh)
    low.convert(net, [])


class MadeTooEarly:
    def __init__(self, net: Net, recipe: Recipe, mesh):
        self.optim: Optimizer = recipe.build(net)  # expect: optimizer-before-shard
        self.net = prepare(net, mesh)


class MadeInTime:
    def __init__(self, net: Net, recipe: Recipe, mesh):
        self.net = prepare(net, mesh)
        self.optim: Optimizer = recipe.build(net)
