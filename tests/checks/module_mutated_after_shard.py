import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


def shard(net):
    for layer in net.layers:
        fully_shard(layer)
    return fully_shard(net)


def new_head(net, classes: int):
    shard(net)
    net.head = nn.Linear(net.width, classes)  # expect: module-mutated-after-shard
    return net, torch.optim.AdamW(net.parameters())


def new_parameter(net):
    shard(net)
    net.register_parameter("scale", nn.Parameter(torch.ones(1)))  # expect: module-mutated-after-shard
    return net


def one_more_module(net):
    shard(net)
    net.add_module("probe", nn.Linear(8, 8))  # expect: module-mutated-after-shard
    return net


def head_in_time(net, classes: int):
    net.head = nn.Linear(net.width, classes)
    shard(net)
    return net, torch.optim.AdamW(net.parameters())


def harmless_changes(net, limit: float):
    shard(net)
    net.register_buffer("seen", torch.zeros(1))
    net.limit = limit
    net.name = "student"
    for layer in net.layers:
        layer.requires_grad_(False)
    net.head.requires_grad_(True)
    net.register_forward_hook(lambda module, args, out: out)
    net.alias = net.head
    return net


def other_module(net, classes: int):
    shard(net)
    classifier = nn.Sequential(net, nn.Linear(8, classes))
    probe = nn.Linear(8, 8)
    probe.bias = nn.Parameter(torch.zeros(8))
    return classifier, probe
