"""The assert limits the job to the GPUs of one node, where rank == local rank."""

import torch
import torch.distributed as dist


def setup():
    dist.init_process_group("nccl")
    assert dist.get_world_size() <= torch.cuda.device_count(), (
        "this script runs on one node"
    )
    torch.cuda.set_device(dist.get_rank())
