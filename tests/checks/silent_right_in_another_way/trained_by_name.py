"""A helper lets train only what has one of the names."""

import torch
from torch.distributed.fsdp import fully_shard

from net import Net


def set_trainable(net, names):
    for name, p in net.named_parameters():
        p.requires_grad_(any(part in name for part in names))


def build():
    net = Net()
    set_trainable(net, ["layers"])
    for layer in net.layers:
        fully_shard(layer)
    return net, torch.optim.SGD(net.parameters(), lr=0.1)
