"""With WORLD_SIZE == LOCAL_WORLD_SIZE there is one node."""

import os

import torch
import torch.distributed as dist


def bind():
    dist.init_process_group("nccl")
    rank = int(os.environ["RANK"])
    if int(os.environ["WORLD_SIZE"]) == int(os.environ["LOCAL_WORLD_SIZE"]):
        torch.cuda.set_device(rank)
    else:
        torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
