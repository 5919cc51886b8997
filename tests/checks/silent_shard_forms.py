"""Ways to call fully_shard that are all right."""

import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


class Odd(nn.Module):
    """Sizes that no number of ranks divides, and a layer that shards itself."""

    def __init__(self):
        super().__init__()
        self.wide = nn.Linear(7, 13)
        self.narrow = nn.Linear(13, 3)
        fully_shard(self)

    def forward(self, x):
        return self.narrow(torch.relu(self.wide(x)))


class Single(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Linear(8, 8)])

    def forward(self, x):
        return self.blocks[0](x)


def ignoring_the_result(net):
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    return torch.optim.AdamW(net.parameters())


def keeping_the_result(net):
    net.blocks = nn.ModuleList(fully_shard(block) for block in net.blocks)
    net = fully_shard(net)
    return net, torch.optim.AdamW(net.parameters())


@torch.no_grad()
def without_grad(net):
    for block in net.blocks:
        fully_shard(block)
    return fully_shard(net)


def frozen_base_in_another_dtype(net):
    for block in net.blocks:
        block.base.requires_grad_(False).to(torch.bfloat16)
        fully_shard(block)
    fully_shard(net)
    return torch.optim.AdamW([p for p in net.parameters() if p.requires_grad])


def one_block():
    net = Single()
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    return net, Odd()


def other_values(net):
    for block in net.blocks:
        fully_shard(block, offload_policy=None, reshard_after_forward=1)
    fully_shard(net, offload_policy=None, reshard_after_forward=8)
