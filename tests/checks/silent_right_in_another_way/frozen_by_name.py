"""All that is not in the layers is frozen by name."""

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
    for name, p in net.named_parameters():
        if "layers" not in name:
            p.requires_grad_(False)
    for layer in net.layers:
        fully_shard(layer)
    return net, torch.optim.SGD(
        [p for p in net.parameters() if p.requires_grad], lr=0.1
    )
