"""A helper lets train only what has one of the names."""

import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(8, 8) for _ in range(2))
        self.embed = nn.Embedding(10, 8)


def set_trainable(net, names):
    for name, p in net.named_parameters():
        p.requires_grad_(any(part in name for part in names))


def build():
    net = Net()
    set_trainable(net, ["layers"])
    for layer in net.layers:
        fully_shard(layer)
    return net, torch.optim.SGD(net.parameters(), lr=0.1)
