"""The guard also says world size 1, so rank 0 is the whole group."""

import torch.distributed as dist


def check_backend(x):
    if dist.get_rank() == 0 and dist.get_world_size() == 1:
        dist.all_reduce(x)
    return x
