"""What one rank may do alone: reading shards, printing, counting. None of it is a collective."""

import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import get_model_state_dict
from torch.distributed.fsdp import fully_shard


def describe(net):
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    if dist.get_rank() == 0:
        print(net)
        print(net.head.weight)
        names = list(net.state_dict())
        local = get_model_state_dict(net)
        print(len(names), len(local), sum(p.numel() for p in net.parameters()))
        for name, value in net.named_parameters():
            print(name, value.shape, value.to_local().norm().item())
    dist.barrier()
