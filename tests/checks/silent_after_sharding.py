"""Freezing, unfreezing, checkpoint wrappers, compiling in place and changing the dtype are right
after sharding, too."""

import torch
import torch.distributed as dist
from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import (
    apply_activation_checkpointing,
    checkpoint_wrapper,
)
from torch.distributed.fsdp import FSDPModule, fully_shard


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


def choices_that_exclude_each_other(net, options, batch):
    if options.mode in ("whole", "hybrid"):
        fully_shard(net)
    if options.mode == "late":
        fully_shard(net, reshard_after_forward=False)


def one_try_for_both_kinds(net):
    fully_shard(net)
    try:
        net.clip_grad_norm_(1.0)
    except AttributeError:
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)


def gathered_in_place(net, path):
    fully_shard(net)
    weights = net.state_dict()
    for name in list(weights):
        weights[name] = weights[name].full_tensor().cpu()
    if dist.get_rank() == 0:
        torch.save(weights, path)


def gathered_by_update(net, path):
    fully_shard(net)
    weights = net.state_dict()
    weights.update({name: value.full_tensor().cpu() for name, value in weights.items()})
    torch.save(weights, path)


def one_of_two_classes(net):
    if isinstance(net.head, torch.nn.Linear):
        fully_shard(net.head)
    if isinstance(net.head, torch.nn.Embedding):
        fully_shard(net.head, reshard_after_forward=False)


def resharded_in_a_loop(net, batch):
    for layer in net.layers:
        fully_shard(layer)
    fully_shard(net)
    with torch.no_grad():
        net(batch)
    for part in net.modules():
        if isinstance(part, FSDPModule):
            part.reshard()
    return torch.optim.SGD(net.parameters(), lr=0.1)


def told_to_reshard(net, batch):
    fully_shard(net)
    net.set_reshard_after_forward(True)
    with torch.no_grad():
        net(batch)
    return torch.optim.SGD(net.parameters(), lr=0.1)


def parts_without_parameters(net):
    fully_shard(net)
    net.loss = torch.nn.CrossEntropyLoss()
    net.activation = torch.nn.GELU()
    return net
