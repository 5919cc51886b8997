"""A name means fully_shard of PyTorch through every usual import."""

import torch
import torch.distributed.fsdp as fsdp
from torch.distributed import fsdp as package
from torch.distributed.fsdp import *  # noqa: F403

try:
    from torch.distributed.fsdp import fully_shard as guarded
except ImportError:
    from torch.distributed._composable.fsdp import fully_shard as guarded


def by_alias(net, x):
    fsdp.fully_shard(net)
    return net.forward(x)  # expect: direct-forward-call


def by_package(net, x):
    package.fully_shard(net)
    return net.forward(x)  # expect: direct-forward-call


def by_full_name(net, x):
    torch.distributed.fsdp.fully_shard(net)
    return net.forward(x)  # expect: direct-forward-call


def by_star(net, x):
    fully_shard(net)  # noqa: F405
    return net.forward(x)  # expect: direct-forward-call


def by_try(net, x):
    guarded(net)
    return net.forward(x)  # expect: direct-forward-call


def imported_inside(net, x):
    from torch.distributed.fsdp import fully_shard as inner

    inner(net)
    return net.forward(x)  # expect: direct-forward-call
