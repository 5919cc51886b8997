"""The only other parameter is made with requires_grad=False."""

import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(8, 8) for _ in range(2))
        self.pos = nn.Parameter(torch.zeros(8), requires_grad=False)


def build():
    net = Net()
    for layer in net.layers:
        fully_shard(layer)
    return net, torch.optim.SGD(net.parameters(), lr=0.1)
