"""The assert says that the global rank is the local rank."""

import os

import torch
import torch.distributed as dist


def main():
    dist.init_process_group("nccl")
    assert dist.get_rank() == int(os.environ["LOCAL_RANK"]), "one node only"
    torch.cuda.set_device(dist.get_rank())
