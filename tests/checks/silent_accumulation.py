"""Accumulating without touching gradient sync, several forwards, two losses: slower or unusual, but
right."""

import torch
from torch.distributed.fsdp import fully_shard


def shard(net):
    for block in net.blocks:
        fully_shard(block)
    return fully_shard(net)


def sync_left_alone(net, steps):
    shard(net)
    optimizer = torch.optim.AdamW(net.parameters())
    for micro_batches in steps:
        for batch in micro_batches:
            (net(batch).mean() / len(micro_batches)).backward()
        optimizer.step()
        optimizer.zero_grad()


def contrastive(net, left, right):
    shard(net)
    a, b = net(left), net(right)
    (a - b).square().mean().backward()


def two_losses(net, batch):
    shard(net)
    out = net(batch)
    out.mean().backward(retain_graph=True)
    out.square().mean().backward()


def some_parameters_unused(net, batches, use_adapter: bool):
    shard(net)
    optimizer = torch.optim.AdamW(net.parameters())
    for batch in batches:
        net(batch, adapter=use_adapter).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
