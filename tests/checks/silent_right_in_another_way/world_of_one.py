"""Cuda:0 is for a world of one process."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import fully_shard


def main():
    local_rank = int(os.environ["LOCAL_RANK"])
    torch.cuda.set_device(local_rank)
    dist.init_process_group("nccl")
    if dist.get_world_size() == 1:
        net = nn.Linear(8, 8).to("cuda:0")
    else:
        net = nn.Linear(8, 8).to(local_rank)
    fully_shard(net)
    return net
