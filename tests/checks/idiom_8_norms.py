"""Clipping and norms: the library's functions as they are, own ones over local parts."""

import torch
import torch.distributed as dist
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor


def build(net):
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    return net


def whole_norm(net):
    build(net)
    norm = torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0, foreach=True)
    if isinstance(norm, DTensor):
        norm = norm.full_tensor()
    return norm.item()


def in_two_steps(net, limit: float):
    build(net)
    gradients = [p.grad for p in net.parameters() if p.grad is not None]
    norm = torch.nn.utils.get_total_norm(gradients)
    torch.nn.utils.clip_grads_with_norm_(net.parameters(), limit, norm)
    return norm


def over_local_parts(net, limit: float):
    build(net)
    total = sum(p.grad.to_local().square().sum() for p in net.parameters())
    dist.all_reduce(total)
    factor = (limit / (total.sqrt() + 1e-6)).clamp(max=1.0)
    for parameter in net.parameters():
        parameter.grad.to_local().mul_(factor)


def method_of_the_old_wrapper(net):
    build(net)
    net.clip_grad_norm_(1.0)  # expect: fsdp1-api-on-fsdp2


def stale_list(net, batch):
    parameters = [p for p in net.parameters() if p.requires_grad]  # expect: stale-parameter-reference
    build(net)
    net(batch).mean().backward()
    torch.nn.utils.clip_grad_norm_(parameters, 1.0)
