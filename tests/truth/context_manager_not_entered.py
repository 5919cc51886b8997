"""A context manager that is only called does nothing; it acts when a with statement enters it."""

import torch
from harness import Net, attempt, shard
from torch.distributed.tensor.experimental import implicit_replication


def select(index):
    torch.accelerator.device_index(index)


def select_inside(index):
    with torch.accelerator.device_index(index):
        pass


def add_plain(net):
    return net.head.weight.detach() + torch.ones_like(net.head.weight.to_local()).new_ones(4, 8)


def bad(rank):
    net = shard(Net())
    implicit_replication()
    return attempt(lambda: select(99)), attempt(lambda: add_plain(net))


def good(rank):
    net = shard(Net())
    with implicit_replication():
        added = attempt(lambda: add_plain(net))
    return attempt(lambda: select_inside(99)), added


def verify(bad, good):
    # No machine has device 99: naming it is refused by what really switches the device.
    assert all(outcome.value == ("ok", "RuntimeError") for outcome in bad)
    for outcome in good:
        switched, added = outcome.value
        assert switched != "ok"
        assert added == "ok"
