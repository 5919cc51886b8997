"""Embed and head are sharded through the values of a dict."""

import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(10, 8)
        self.layers = nn.ModuleList(nn.Linear(8, 8) for _ in range(2))


def build():
    net = Net()
    parts = {"embed": net.embed}
    for part in parts.values():
        fully_shard(part)
    for layer in net.layers:
        fully_shard(layer)
    return net, torch.optim.SGD(net.parameters(), lr=0.1)
