"""The embedding is wrapped in DistributedDataParallel, which reduces its gradients."""

import torch
from torch import nn
from torch.distributed.fsdp import fully_shard
from torch.nn.parallel import DistributedDataParallel


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(10, 8)
        self.layers = nn.ModuleList(nn.Linear(8, 8) for _ in range(2))


def build():
    net = Net().cuda()
    for layer in net.layers:
        fully_shard(layer)
    net.embed = DistributedDataParallel(net.embed)
    return net, torch.optim.SGD(net.parameters(), lr=0.1, foreach=False)
