"""The result of fully_shard is the module itself, whatever is done with it."""

from typing import cast

import torch
from torch.distributed.fsdp import FSDPModule, fully_shard


def set_module(root, path: str, module):
    parent, _, name = path.rpartition(".")
    setattr(root.get_submodule(parent), name, module)


def stored_back(net, x):
    for i, block in enumerate(net.blocks):
        net.blocks[i] = fully_shard(block)
    net = fully_shard(net)
    optimizer = torch.optim.AdamW(net.parameters())
    return net(x), optimizer


def stored_back_wrong(net, x):
    original = net
    for i, block in enumerate(net.blocks):
        net.blocks[i] = fully_shard(block)
    net = fully_shard(net)
    return original.forward(x)  # expect: direct-forward-call


def set_by_path(net):
    for name, module in list(net.named_modules()):
        if name.startswith("blocks.") and name.count(".") == 1:
            set_module(net, name, fully_shard(module))
    fully_shard(net)
    return torch.optim.AdamW(net.parameters())


def cast_to_the_mixin(net, x):
    unit = cast(FSDPModule, fully_shard(net))
    unit.set_requires_gradient_sync(True)
    return unit(x)


def cast_to_the_mixin_wrong(net, x):
    unit = cast(FSDPModule, fully_shard(net))
    return unit.forward(x)  # expect: direct-forward-call


def by_keyword(net, x):
    fully_shard(module=net.blocks[0])
    fully_shard(module=net)
    return net.forward(x)  # expect: direct-forward-call
