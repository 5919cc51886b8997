"""After sharding, to_empty and a change of dtype keep the parameter objects, so an optimizer that
was built before them is not stale."""

import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.out = nn.Linear(width, width)

    def reset_parameters(self):
        for block in self.blocks:
            block.reset_parameters()
        self.out.reset_parameters()

    def forward(self, x):
        for block in self.blocks:
            x = torch.relu(block(x))
        return self.out(x)


def build():
    with torch.device("meta"):
        net = Net(512, 12)
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    optimizer = torch.optim.AdamW(net.parameters())
    net.to_empty(device="cuda")
    net.reset_parameters()
    net.to(torch.bfloat16)
    return net, optimizer
