"""What torch.save may hold in a sharded job: other state, one file for each rank, gathered weights."""

import os

import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import (
    StateDictOptions,
    get_model_state_dict,
    get_optimizer_state_dict,
)
from torch.distributed.fsdp import fully_shard

WHOLE = StateDictOptions(full_state_dict=True, cpu_offload=True)


class Archive:
    def __init__(self, folder: str, rank: int):
        self.folder = folder
        self.rank = rank

    def path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def save(self, net, optimizer, scheduler, step: int) -> None:
        torch.save(torch.get_rng_state(), self.path(f"rng_{self.rank}.pt"))
        weights = get_model_state_dict(net, options=WHOLE)
        moments = get_optimizer_state_dict(net, optimizer, options=WHOLE)
        if self.rank == 0:
            torch.save({"step": step, "scheduler": scheduler.state_dict()}, self.path("extra.pt"))
            torch.save({"net": weights, "optimizer": moments}, self.path("whole.pt"))
        dist.barrier()


def train(net, batches, folder: str):
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    optimizer = torch.optim.AdamW(net.parameters())
    scheduler = torch.optim.lr_scheduler.LinearLR(optimizer)
    archive = Archive(folder, dist.get_rank())
    for step, batch in enumerate(batches):
        net(batch).mean().backward()
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        if step % 100 == 99:
            archive.save(net, optimizer, scheduler, step)
