"""Methods beside forward: registered, redirected, gathered around, or wrong."""

import torch
from torch import nn
from torch.distributed.fsdp import fully_shard, register_fsdp_forward_method


class Reader(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.embed = nn.Linear(width, width)
        self.blocks = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))

    def forward(self, x, method: str = "encode", **arguments):
        return getattr(self, method)(x, **arguments)

    def encode(self, x):
        x = self.embed(x)
        for block in self.blocks:
            x = torch.relu(block(x))
        return x

    def blocks_only(self, x):
        for block in self.blocks:
            x = block(x)
        return x

    @property
    def depth(self):
        return len(self.blocks)


def build():
    net = Reader(32, 4)
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    return net


def registered(x):
    net = build()
    register_fsdp_forward_method(net, "encode")
    return net.encode(x)


def registered_too_early(x):
    net = Reader(32, 4)
    register_fsdp_forward_method(net, "encode")
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    return net.encode(x)  # expect: unregistered-forward-method


def not_registered(x):
    net = build()
    return net.encode(x)  # expect: unregistered-forward-method


def redirected(x):
    return build()(x, method="encode")


def gathered(x):
    net = build()
    net(x)
    net.unshard()
    out = net.encode(x)
    net.reshard()
    return out


def only_units_of_their_own(x):
    net = build()
    net(x)
    return net.blocks_only(x), net.depth, net.eval(), net.extra_repr()
