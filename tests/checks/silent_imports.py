"""Imports in try, under a version test, under TYPE_CHECKING, through the package: right code stays
silent whichever way the name came in."""

from typing import TYPE_CHECKING

import torch
import torch.distributed.fsdp as fsdp

try:
    from torch.distributed.fsdp import fully_shard
except ImportError:
    fully_shard = None

if TYPE_CHECKING:
    from torch.distributed.fsdp import FSDPModule


def shard(net) -> "FSDPModule":
    if fully_shard is None:
        raise RuntimeError("this PyTorch has no fully_shard")
    for block in net.blocks:
        fully_shard(block)
    return fully_shard(net)


def by_module(net, batch):
    for block in net.blocks:
        fsdp.fully_shard(block)
    torch.distributed.fsdp.fully_shard(net)
    optimizer = torch.optim.AdamW(net.parameters())
    net(batch).mean().backward()
    optimizer.step()


def after_all(net, batch):
    shard(net)
    optimizer = torch.optim.AdamW(net.parameters())
    return net(batch), optimizer
