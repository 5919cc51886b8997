"""forward() skips the hooks that gather parameters, so plain tensors meet sharded ones."""

import torch
from harness import Net, batch, shard


def bad(rank):
    net = shard(Net())
    return net.forward(batch(rank))


def good(rank):
    plain = Net()
    net = Net()
    net.load_state_dict(plain.state_dict())
    shard(net)
    return torch.equal(net(batch(rank)), plain(batch(rank)))


def verify(bad, good):
    for outcome in bad:
        assert outcome.raised("RuntimeError", "mixed", "Tensor and DTensor")
    assert all(outcome.value is True for outcome in good)
