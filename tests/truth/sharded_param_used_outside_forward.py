"""The weight of a layer with a group of its own is a shard as soon as that layer is done."""

import torch.nn.functional as F
from harness import Net, batch, shard
from torch.distributed.fsdp import fully_shard


class Trunk(Net):
    def forward(self, x):
        return self.features(x)


def build():
    net = Trunk()
    fully_shard(net.head)
    return shard(net)


def bad(rank):
    net = build()
    return F.linear(net(batch(rank)), net.head.weight, net.head.bias)


def good(rank):
    net = build()
    features = net(batch(rank))
    called = net.head(features)
    net.head.unshard()
    read = F.linear(features, net.head.weight, net.head.bias)
    net.head.reshard()
    return called.equal(read)


def verify(bad, good):
    for outcome in bad:
        assert outcome.raised("RuntimeError", "mixed", "Tensor and DTensor")
    assert all(outcome.value is True for outcome in good)
