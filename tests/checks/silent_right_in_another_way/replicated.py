"""Replicate() (composable DDP) reduces the gradients of the embedding."""

import torch
from torch.distributed._composable import replicate
from torch.distributed.fsdp import fully_shard

from net import Net


def build():
    net = Net().cuda()
    for layer in net.layers:
        fully_shard(layer)
    replicate(net.embed)
    return net, torch.optim.SGD(net.parameters(), lr=0.1, foreach=False)
