"""Embed and head are sharded through the values of a dict."""

import torch
from torch.distributed.fsdp import fully_shard

from net import Net


def build():
    net = Net()
    parts = {"embed": net.embed}
    for part in parts.values():
        fully_shard(part)
    for layer in net.layers:
        fully_shard(layer)
    return net, torch.optim.SGD(net.parameters(), lr=0.1)
