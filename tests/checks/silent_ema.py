"""An average of the weights: copied before sharding, sharded alike, mixed shard by shard."""

import copy

import torch
from torch.distributed.fsdp import fully_shard


def shard(net):
    for block in net.blocks:
        fully_shard(block)
    return fully_shard(net)


def train(net, batches, decay: float = 0.99):
    average = copy.deepcopy(net).requires_grad_(False)
    shard(net)
    shard(average)
    optimizer = torch.optim.AdamW(net.parameters())
    for batch in batches:
        net(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        with torch.no_grad():
            for mean, value in zip(average.parameters(), net.parameters()):
                mean.lerp_(value, 1 - decay)
    return copy.deepcopy(average.state_dict())
