"""The rendezvous is at 127.0.0.1, so the job cannot leave this node."""

import os

import torch
import torch.distributed as dist


def setup():
    dist.init_process_group(
        "nccl",
        init_method="tcp://127.0.0.1:23456",
        rank=int(os.environ["RANK"]),
        world_size=2,
    )
    torch.cuda.set_device(dist.get_rank())
