"""A model from the meta device has no memory; to_empty() gives it memory, but no values. Here
PyTorch is told to mark memory that nobody wrote with NaN."""

import torch
from harness import Net, attempt, batch, shard, whole
from torch import nn


def build():
    torch.use_deterministic_algorithms(True)
    torch.utils.deterministic.fill_uninitialized_memory = True
    with torch.device("meta"):
        net = Net()
    return shard(net)


def unwritten(net):
    return sum(bool(whole(p).isnan().any()) for p in net.parameters())


def bad(rank):
    never_stored = attempt(lambda: build()(batch(rank)))
    net = build()
    net.to_empty(device="cpu")
    return never_stored, unwritten(net), bool(net(batch(rank)).isnan().any())


def good(rank):
    net = build()
    net.to_empty(device="cpu")
    for module in net.modules():
        if isinstance(module, nn.Linear):
            module.reset_parameters()
    return unwritten(net), bool(net(batch(rank)).isnan().any())


def verify(bad, good):
    tensors = len(list(Net().parameters()))
    assert all(outcome.value == ("RuntimeError", tensors, True) for outcome in bad)
    assert all(outcome.value == (0, False) for outcome in good)
