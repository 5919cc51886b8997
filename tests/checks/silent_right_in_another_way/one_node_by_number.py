"""The branch is for one node."""

import os

import torch
import torch.distributed as dist


def bind():
    dist.init_process_group("nccl")
    if int(os.environ.get("NNODES", "1")) == 1:
        torch.cuda.set_device(int(os.environ["RANK"]))
    else:
        torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
