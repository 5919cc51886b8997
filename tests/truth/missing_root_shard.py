"""Without a call on the root its own parameters stay plain: their gradients are not averaged, and
the ranks drift apart."""

import torch
from harness import Net, batch, same_on_all_ranks, shard, whole
from torch.distributed.fsdp import fully_shard


def train(net, rank):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, foreach=False)
    for _ in range(2):
        net(batch(rank)).square().mean().backward()
        optimizer.step()
        optimizer.zero_grad()
    weight = net.head.weight
    return {"type": type(weight).__name__, "same": same_on_all_ranks(whole(weight))}


def bad(rank):
    net = Net()
    for block in net.blocks:
        fully_shard(block)
    return train(net, rank)


def good(rank):
    return train(shard(Net()), rank)


def verify(bad, good):
    assert all(o.value == {"type": "Parameter", "same": False} for o in bad)
    assert all(o.value == {"type": "DTensor", "same": True} for o in good)
