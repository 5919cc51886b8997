"""The optimizer steps parameters that sharding has replaced: no error, and no weight moves."""

import torch
from harness import Net, batch, moved, shard, weights


def train(net, optimizer, rank):
    before = weights(net)
    for _ in range(2):
        net(batch(rank)).square().mean().backward()
        optimizer.step()
        optimizer.zero_grad()
    return {"moved": moved(before, weights(net)), "states": len(optimizer.state)}


def bad(rank):
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.1)
    shard(net)
    return train(net, optimizer, rank)


def good(rank):
    net = shard(Net())
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.1)
    return train(net, optimizer, rank)


def verify(bad, good):
    for outcome in bad:
        assert not any(outcome.value["moved"].values())
        assert outcome.value["states"] == 0
    for outcome in good:
        assert all(outcome.value["moved"].values())
        assert outcome.value["states"] == len(outcome.value["moved"])
