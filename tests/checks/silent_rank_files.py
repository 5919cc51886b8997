"""A file for each rank, read by the rank that wrote it; several spellings of the name."""

import os
from pathlib import Path

import torch
import torch.distributed as dist
from torch.distributed.fsdp import fully_shard


class Shards:
    def __init__(self, folder: str):
        self.rank = dist.get_rank()
        self.file = Path(folder) / "shard_{}_of_{}.pt".format(self.rank, dist.get_world_size())

    def save(self, net, optimizer):
        self.file.parent.mkdir(parents=True, exist_ok=True)
        torch.save({"net": net.state_dict(), "optimizer": optimizer.state_dict()}, self.file)
        dist.barrier()

    def load(self, net, optimizer):
        state = torch.load(self.file, weights_only=False)
        net.load_state_dict(state["net"])
        optimizer.load_state_dict(state["optimizer"])


def train(net, batches, folder):
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    optimizer = torch.optim.AdamW(net.parameters())
    shards = Shards(folder)
    shards.load(net, optimizer)
    for batch in batches:
        net(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
    shards.save(net, optimizer)


def folder_of_each_rank(state):
    folder = os.path.join("runs", str(dist.get_rank()))
    os.makedirs(folder, exist_ok=True)
    torch.save(state, os.path.join(folder, "extra.pt"))
    dist.barrier()
