"""Each process sees exactly one GPU (asserted), which is cuda:0."""

import torch
import torch.distributed as dist


def setup():
    assert torch.cuda.device_count() == 1, "the launcher gives each process one GPU"
    torch.cuda.set_device(0)
    dist.init_process_group("nccl")
    x = torch.ones(1, device="cuda:0")
    dist.all_reduce(x)
