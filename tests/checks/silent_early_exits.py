"""Guards with early exits in which every rank still meets its partners, or every rank leaves."""

import os

import torch
import torch.distributed as dist
from torch.distributed.fsdp import fully_shard


def every_rank_leaves(values, enabled: bool):
    if not enabled:
        return None
    dist.all_reduce(values)
    return values


def nothing_after_the_guard(values, path):
    dist.all_reduce(values)
    dist.barrier()
    if dist.get_rank() > 0:
        return
    torch.save(values, path)


def a_mistake_ends_the_job(folder):
    if dist.get_rank() == 0 and not os.path.isdir(folder):
        raise FileNotFoundError(folder)
    dist.barrier()


def single_process(values):
    if not dist.is_initialized():
        return values
    if dist.get_world_size() == 1:
        return values
    dist.all_reduce(values)
    return values


def log_and_go_on(net, batches):
    fully_shard(net)
    for step, batch in enumerate(batches):
        loss = net(batch).mean()
        loss.backward()
        if dist.get_rank() != 0:
            continue
        print(step, loss.item())


def data_parallel_leader(net, mesh, path):
    """One rank in each shard group takes part, and the whole group does."""
    fully_shard(net, mesh=mesh["dp_replicate", "dp_shard"])
    if mesh["dp_replicate"].get_local_rank() == 0:
        values = {name: p.numel() for name, p in net.named_parameters()}
        with open(path, "w") as out:
            out.write(str(values))
