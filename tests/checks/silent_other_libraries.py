"""Functions of the same name that belong to other libraries or to the project."""

import megatron_fsdp
from hyper_parallel import fully_shard as hyper_shard
from megatron_fsdp import fully_shard

import torch


def pair(net):
    optimizer = torch.optim.AdamW(net.parameters())
    net, optimizer = fully_shard(net, optimizer, zero_dp_strategy=3)
    net.set_requires_grad_sync(True)
    return net.forward(1), optimizer


def module_form(net):
    optimizer = torch.optim.AdamW(net.parameters())
    net, optimizer = megatron_fsdp.fully_shard(net, optimizer, device_mesh=None)
    return net, optimizer


def own_method(net):
    optimizer = torch.optim.AdamW(net.parameters())
    net.fully_shard(dp=2)
    return optimizer, hyper_shard(net, shard_strategy="optimizer")
