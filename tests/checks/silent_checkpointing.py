"""Activation checkpointing before and after sharding, as a wrapper and as a function."""

import torch
from torch import nn
from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import (
    CheckpointImpl,
    checkpoint_wrapper,
)
from torch.distributed.fsdp import fully_shard
from torch.utils.checkpoint import checkpoint


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))

    def forward(self, x):
        for block in self.blocks:
            x = torch.relu(checkpoint(block, x, use_reentrant=False))
        return x


def wrapped_first(net):
    for i, block in enumerate(net.blocks):
        net.blocks[i] = checkpoint_wrapper(block, checkpoint_impl=CheckpointImpl.NO_REENTRANT)
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    return torch.optim.AdamW(net.parameters())


def wrapped_while_sharding(net):
    for name, block in net.blocks.named_children():
        block = checkpoint_wrapper(block)
        net.blocks.register_module(name, fully_shard(block))
    fully_shard(net)
    return torch.optim.AdamW(net.parameters())


def as_a_function(batch):
    net = Net(64, 4)
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    net(batch).mean().backward()
