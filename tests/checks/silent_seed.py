"""With one data-parallel dimension every rank keeps rows of its own weights: another seed on every
rank is a valid initialisation, and other randomness may differ anyway."""

import torch
import torch.distributed as dist
from torch.distributed.fsdp import fully_shard


def build(make, seed: int):
    torch.manual_seed(seed + dist.get_rank())
    net = make()
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    return net


def dropout_differs(make, seed: int):
    torch.manual_seed(seed)
    net = make()
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    torch.manual_seed(seed + dist.get_rank())
    return net
