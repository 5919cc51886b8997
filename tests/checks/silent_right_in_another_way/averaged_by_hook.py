"""A post-accumulate hook averages the gradients of the embedding."""

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import fully_shard


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(10, 8)
        self.layers = nn.ModuleList(nn.Linear(8, 8) for _ in range(2))


def average(p):
    dist.all_reduce(p.grad, op=dist.ReduceOp.AVG)


def build():
    torch.manual_seed(0)
    net = Net().cuda()
    for layer in net.layers:
        fully_shard(layer)
    for p in net.embed.parameters():
        p.register_post_accumulate_grad_hook(average)
    return net, torch.optim.SGD(net.parameters(), lr=0.1, foreach=False)
