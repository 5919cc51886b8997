"""Replicate() (composable DDP) reduces the gradients of the embedding."""

import torch
from torch import nn
from torch.distributed._composable import replicate
from torch.distributed.fsdp import fully_shard


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(10, 8)
        self.layers = nn.ModuleList(nn.Linear(8, 8) for _ in range(2))


def build():
    net = Net().cuda()
    for layer in net.layers:
        fully_shard(layer)
    replicate(net.embed)
    return net, torch.optim.SGD(net.parameters(), lr=0.1, foreach=False)
