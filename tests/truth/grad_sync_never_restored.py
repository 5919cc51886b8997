"""While gradient sync is off, sharded parameters get no gradient, and the optimizer skips them."""

import torch
from harness import Net, batch, moved, shard, weights


def train(rank, sync):
    net = shard(Net())
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.1)
    before = weights(net)
    for flag in sync:
        net.set_requires_gradient_sync(flag)
        net(batch(rank)).square().mean().backward()
    gradients = sum(p.grad is not None for p in net.parameters())
    optimizer.step()
    return gradients, any(moved(before, weights(net)).values())


def bad(rank):
    return train(rank, (False, False))


def good(rank):
    return train(rank, (False, True))


def verify(bad, good):
    assert all(outcome.value == (0, False) for outcome in bad)
    expected = (len(list(Net().parameters())), True)
    assert all(outcome.value == expected for outcome in good)
