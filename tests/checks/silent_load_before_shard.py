"""Loading whole weights before sharding costs memory and is right."""

import torch
from torch.distributed.fsdp import fully_shard


def build(make, path):
    net = make()
    net.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    return net, torch.optim.AdamW(net.parameters())
