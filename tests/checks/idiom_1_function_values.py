"""fully_shard inside partial, chosen by a variable, or guarded against a second application."""

import functools

import torch
from torch import nn
from torch.distributed.fsdp import FSDPModule, MixedPrecisionPolicy, fully_shard

POLICY = MixedPrecisionPolicy(param_dtype=torch.bfloat16)


def leave(module, **_):
    return module


def by_partial(net, mesh):
    shard = functools.partial(fully_shard, mesh=mesh, mp_policy=POLICY)
    for block in net.blocks:
        shard(block, reshard_after_forward=True)
    shard(net, reshard_after_forward=False)
    return torch.optim.AdamW(net.parameters())


def by_partial_wrong(net, mesh, x):
    shard = functools.partial(fully_shard, mesh=mesh)
    optimizer = torch.optim.AdamW(net.parameters())  # expect: optimizer-before-shard
    for block in net.blocks:
        shard(block)
    shard(net)
    return net.forward(x), optimizer  # expect: direct-forward-call


def by_variable(net, mesh, enabled: bool):
    shard = fully_shard if enabled else leave
    for block in net.blocks:
        shard(block, mesh=mesh)
    shard(net, mesh=mesh)
    return torch.optim.AdamW(net.parameters())


def only_once(net, mesh):
    for module in net.modules():
        if isinstance(module, FSDPModule):
            continue
        if isinstance(module, (nn.ModuleList, nn.ModuleDict)):
            continue
        if isinstance(module, nn.TransformerEncoderLayer):
            fully_shard(module, mesh=mesh)
    if not isinstance(net, FSDPModule):
        fully_shard(net, mesh=mesh)
    return torch.optim.AdamW(net.parameters())


def try_again(net, mesh):
    try:
        fully_shard(net, mesh=mesh)
    except AssertionError:
        pass
    return torch.optim.AdamW(net.parameters())
