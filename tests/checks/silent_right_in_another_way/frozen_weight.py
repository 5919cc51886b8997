"""The embedding's only weight is frozen with requires_grad_(False)."""

import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(8, 8) for _ in range(2))
        self.embed = nn.Embedding(10, 8)


def build():
    net = Net()
    for layer in net.layers:
        fully_shard(layer)
    net.embed.weight.requires_grad_(False)
    return net, torch.optim.SGD(net.parameters(), lr=0.1)
