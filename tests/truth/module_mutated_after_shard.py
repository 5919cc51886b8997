"""A layer put in after sharding stays plain on every rank: its gradient is never averaged."""

from harness import Net, batch, same_on_all_ranks, shard, whole
from torch import nn


def gradient(net, rank):
    net(batch(rank)).square().mean().backward()
    weight = net.head.weight
    return {"type": type(weight).__name__, "same": same_on_all_ranks(whole(weight.grad))}


def bad(rank):
    net = shard(Net())
    net.head = nn.Linear(8, 6)
    return gradient(net, rank)


def good(rank):
    net = Net()
    net.head = nn.Linear(8, 6)
    return gradient(shard(net), rank)


def verify(bad, good):
    assert all(o.value == {"type": "Parameter", "same": False} for o in bad)
    assert all(o.value == {"type": "DTensor", "same": True} for o in good)
