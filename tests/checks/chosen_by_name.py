"""Classes and functions that are chosen from a dict by a name from the settings."""
import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


class Small(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(settings.depth))

    def spread(self):
        for layer in self.layers:
            fully_shard(layer)
        fully_shard(self)


class Large(Small):
    pass


class Cells(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.cells = nn.ModuleDict({str(i): Cell() for i in range(settings.depth)})


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Linear(4, 4)

    def spread(self):
        fully_shard(self)


NETS = {"small": Small, "large": Large}


def spread_cells(net):
    for _, cell in net.cells.items():
        cell.spread()


PLANS = {"cells": spread_cells}


def optimizer_first(settings):
    net = NETS[settings.kind](settings)
    optimizer = torch.optim.AdamW(net.parameters())  # expect: optimizer-before-shard
    net.spread()
    for batch in settings.batches:
        net(batch).sum().backward()
        optimizer.step()


def unknown_names_are_refused(settings):
    kind = {"small": Small, "large": Large}.get(settings.kind, None)
    if kind is None:
        raise ValueError(settings.kind)
    net = kind(settings)
    optimizer = torch.optim.AdamW(net.parameters())  # expect: optimizer-before-shard
    net.spread()
    for batch in settings.batches:
        net(batch).sum().backward()
        optimizer.step()


def one_class_or_the_other(settings):
    net = Small(settings) if settings.kind == "small" else Large(settings)
    net.spread()
    return net, torch.optim.AdamW(net.parameters())


def cells_by_plan(settings, name: str = "cells"):
    net = Cells(settings)
    PLANS[name](net)
    fully_shard(net)
    return net, torch.optim.AdamW(net.parameters())


def cells_by_hand(settings):
    net = Cells(settings)
    for cell in net.cells.values():
        cell.spread()
    fully_shard(net)
    return net, torch.optim.AdamW(net.parameters())


def cells_by_a_method_out_of_sight(settings, plan):
    net = Cells(settings)
    for cell in net.cells.values():
        cell.arrange(plan)
    fully_shard(net)
    return net, torch.optim.AdamW(net.parameters())


def cells_forgotten(settings):
    net = Cells(settings)
    fully_shard(net)  # expect: root-only-shard
    return net, torch.optim.AdamW(net.parameters())
