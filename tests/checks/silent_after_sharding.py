"""Freezing, unfreezing, checkpoint wrappers, compiling in place and changing the dtype are right
after sharding, too."""

import torch
from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import (
    apply_activation_checkpointing,
    checkpoint_wrapper,
)
from torch.distributed.fsdp import fully_shard


def shard(net):
    for block in net.blocks:
        fully_shard(block)
    return fully_shard(net)


def freeze_and_train(net, batches):
    shard(net)
    net.requires_grad_(False)
    net.head.requires_grad_(True)
    for parameter in net.blocks[-1].parameters():
        parameter.requires_grad = True
    optimizer = torch.optim.AdamW([p for p in net.parameters() if p.requires_grad])
    for batch in batches:
        net(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()


def recompute(net, is_block):
    shard(net)
    apply_activation_checkpointing(net, checkpoint_wrapper_fn=checkpoint_wrapper, check_fn=is_block)
    return torch.optim.AdamW(net.parameters())


def compile_in_place(net, batch):
    shard(net)
    for block in net.blocks:
        block.compile(fullgraph=True)
    net.compile()
    return net(batch)


def change_dtype(net, batch):
    shard(net)
    optimizer = torch.optim.AdamW(net.parameters())
    net.to(torch.bfloat16)
    net(batch).mean().backward()
    optimizer.step()
    return net.to("cuda")
