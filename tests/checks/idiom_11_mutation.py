"""What may be changed after sharding, and what may not."""

import types

import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


class Adapter(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.down = nn.Linear(width, 4, bias=False)
        self.up = nn.Linear(4, width, bias=False)

    def forward(self, x):
        return x + self.up(self.down(x))


def shard(net):
    for block in net.blocks:
        fully_shard(block)
    return fully_shard(net)


def wrapped_before_the_root(net, wrapper):
    for i, block in enumerate(net.blocks):
        net.blocks[i] = wrapper(fully_shard(block))
    fully_shard(net)
    return torch.optim.AdamW(net.parameters())


def replaced_and_sharded(net):
    for block in net.blocks:
        fully_shard(block)
    net.head = nn.Linear(8, 8)
    fully_shard(net.head)
    fully_shard(net)
    return torch.optim.AdamW(net.parameters())


def written_in_place(net, values):
    shard(net)
    with torch.no_grad():
        for parameter, value in zip(net.parameters(), values):
            parameter.data.copy_(value)
            parameter.mul_(0.5)


def patched(net, forward):
    shard(net)
    net.forward = types.MethodType(forward, net)
    net.register_forward_pre_hook(lambda module, args: args)
    net.config = {"patched": True}
    net.requires_grad_(False)
    type(net).describe = lambda self: "patched"
    net.to("cuda")
    return net


def adapter_added(net, width: int):
    shard(net)
    for block in net.blocks:
        block.adapter = Adapter(width)  # expect: module-mutated-after-shard
    return torch.optim.AdamW([p for p in net.parameters() if p.requires_grad])


def adapter_added_in_time(net, width: int):
    for block in net.blocks:
        block.adapter = Adapter(width)
    shard(net)
    return torch.optim.AdamW([p for p in net.parameters() if p.requires_grad])


def parameter_replaced(net, batch):
    shard(net)
    net(batch)
    net.head.weight = nn.Parameter(torch.zeros(8, 8))  # expect: module-mutated-after-shard
    return net(batch)
