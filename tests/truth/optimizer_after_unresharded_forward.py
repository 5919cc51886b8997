"""After a forward the root's own parameters are still gathered. An optimizer built then holds
temporary tensors, and the parameters of the root never move."""

import torch
from harness import Net, batch, moved, shard, weights


def train(net, rank, reshard):
    before = weights(net)
    with torch.no_grad():
        net(batch(rank))
    if reshard:
        net.reshard()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(2):
        net(batch(rank)).square().mean().backward()
        optimizer.step()
        optimizer.zero_grad()
    net.reshard()
    return moved(before, weights(net))


def bad(rank):
    return train(shard(Net()), rank, reshard=False)


def good(rank):
    return train(shard(Net()), rank, reshard=True)


def verify(bad, good):
    for outcome in bad:
        for name, has_moved in outcome.value.items():
            assert has_moved == name.startswith("blocks."), name
    assert all(all(outcome.value.values()) for outcome in good)
