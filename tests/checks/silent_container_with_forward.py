"""A container with a forward of its own, which newer versions shard; and a Sequential."""

from torch import nn
from torch.distributed.fsdp import fully_shard


class Experts(nn.ModuleList):
    def forward(self, x):
        return sum(expert(x) for expert in self)


class Net(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.experts = Experts([nn.Linear(width, width) for _ in range(4)])
        self.tail = nn.Sequential(nn.Linear(width, width), nn.ReLU())

    def forward(self, x):
        return self.tail(self.experts(x))


def build(width: int):
    net = Net(width)
    fully_shard(net.experts)
    fully_shard(net.tail)
    fully_shard(net)
    return net


def unknown_parts(net):
    fully_shard(net.experts)
    fully_shard(net.layers)
    fully_shard(net)
