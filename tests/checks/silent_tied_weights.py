"""Tied weights are right when both ends stay in one group, and may be tied again after to_empty."""

import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


class Writer(nn.Module):
    def __init__(self, vocab: int, width: int, depth: int):
        super().__init__()
        self.read = nn.Embedding(vocab, width)
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.write = nn.Linear(width, vocab, bias=False)
        self.tie()

    def tie(self):
        self.write.weight = self.read.weight

    def reset(self):
        nn.init.normal_(self.read.weight, std=0.02)
        for layer in self.layers:
            layer.reset_parameters()

    def forward(self, ids):
        x = self.read(ids)
        for layer in self.layers:
            x = torch.relu(layer(x))
        return self.write(x)


def both_in_the_root_group():
    net = Writer(1000, 64, 4)
    for layer in net.layers:
        fully_shard(layer)
    fully_shard(net)
    return net, torch.optim.AdamW(net.parameters())


def both_in_one_list():
    net = Writer(1000, 64, 4)
    fully_shard([net.read, net.write])
    for layer in net.layers:
        fully_shard(layer)
    fully_shard(net)
    return net, torch.optim.AdamW(net.parameters())


def tied_again():
    with torch.device("meta"):
        net = Writer(1000, 64, 4)
    for layer in net.layers:
        fully_shard(layer)
    fully_shard(net)
    net.to_empty(device="cuda")
    net.tie()
    net.reset()
    return net, torch.optim.AdamW(net.parameters())
