"""The embedding is wrapped in DistributedDataParallel, which reduces its gradients."""

import torch
from torch.distributed.fsdp import fully_shard
from torch.nn.parallel import DistributedDataParallel

from net import Net


def build():
    net = Net().cuda()
    for layer in net.layers:
        fully_shard(layer)
    net.embed = DistributedDataParallel(net.embed)
    return net, torch.optim.SGD(net.parameters(), lr=0.1, foreach=False)
