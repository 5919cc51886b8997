"""The embedding's only weight is frozen with requires_grad_(False)."""

import torch
from torch.distributed.fsdp import fully_shard

from net import Net


def build():
    net = Net()
    for layer in net.layers:
        fully_shard(layer)
    net.embed.weight.requires_grad_(False)
    return net, torch.optim.SGD(net.parameters(), lr=0.1)
