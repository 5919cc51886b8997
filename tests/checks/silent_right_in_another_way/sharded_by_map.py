"""Embed is sharded by map()."""

import torch
from torch.distributed.fsdp import fully_shard

from net import Net


def build():
    net = Net()
    for layer in net.layers:
        fully_shard(layer)
    list(map(fully_shard, [net.embed]))
    return net, torch.optim.SGD(net.parameters(), lr=0.1)
