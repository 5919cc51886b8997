"""The gradients of the embedding are averaged by hand."""

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import fully_shard


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(10, 8)
        self.layers = nn.ModuleList(nn.Linear(8, 8) for _ in range(2))

    def forward(self, x):
        x = self.embed(x)
        for layer in self.layers:
            x = layer(x)
        return x


def train(batches):
    torch.manual_seed(0)
    net = Net().cuda()
    for layer in net.layers:
        fully_shard(layer)
    opt = torch.optim.SGD(net.parameters(), lr=0.1, foreach=False)
    for batch in batches:
        net(batch).sum().backward()
        for p in net.embed.parameters():
            dist.all_reduce(p.grad, op=dist.ReduceOp.AVG)
        opt.step()
        opt.zero_grad()
