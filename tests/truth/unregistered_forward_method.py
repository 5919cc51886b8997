"""Only forward() gathers parameters; another method that computes must be registered."""

import torch
from harness import Net, batch, shard
from torch.distributed.fsdp import register_fsdp_forward_method


def bad(rank):
    return shard(Net()).features(batch(rank))


def good(rank):
    plain = Net()
    net = Net()
    net.load_state_dict(plain.state_dict())
    shard(net)
    register_fsdp_forward_method(net, "features")
    return torch.equal(net.features(batch(rank)), plain.features(batch(rank)))


def verify(bad, good):
    for outcome in bad:
        assert outcome.raised("RuntimeError", "mixed", "Tensor and DTensor")
    assert all(outcome.value is True for outcome in good)
