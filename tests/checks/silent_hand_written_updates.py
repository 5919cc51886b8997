"""Updates, gathers and norms written by hand that treat shards as what they are."""

import torch
import torch.distributed as dist
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor


def shard(net):
    for block in net.blocks:
        fully_shard(block)
    return fully_shard(net)


def plain_descent(net, batches, lr: float):
    shard(net)
    for batch in batches:
        net(batch).mean().backward()
        with torch.no_grad():
            for parameter in net.parameters():
                parameter.add_(parameter.grad, alpha=-lr)
        net.zero_grad()


def norm_of_shards(net):
    shard(net)
    local = torch.stack([p.to_local().square().sum() for p in net.parameters()]).sum()
    dist.all_reduce(local)
    return local.sqrt().item()


def gathered_one_by_one(net, write):
    shard(net)
    for name, value in net.state_dict().items():
        whole = value.full_tensor() if isinstance(value, DTensor) else value
        if dist.get_rank() == 0:
            write(name, whole.cpu())


def frozen_teacher(student, teacher, batches):
    shard(teacher).requires_grad_(False).eval()
    shard(student)
    optimizer = torch.optim.AdamW(student.parameters())
    for batch in batches:
        with torch.no_grad():
            target = teacher(batch)
        (student(batch) - target).square().mean().backward()
        optimizer.step()
        optimizer.zero_grad()
