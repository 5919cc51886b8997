"""A post-accumulate hook averages the gradients of the embedding."""

import torch
import torch.distributed as dist
from torch.distributed.fsdp import fully_shard

from net import Net


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
