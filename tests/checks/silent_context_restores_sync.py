"""Context managers that switch gradient synchronisation off, and on again at some place."""
from contextlib import contextmanager

from torch.distributed.fsdp import fully_shard


def shard(net):
    fully_shard(net)


@contextmanager
def no_sync(net):
    net.set_requires_gradient_sync(False)
    try:
        yield
    finally:
        net.set_requires_gradient_sync(True)


@contextmanager
def until_told(net):
    net.set_requires_gradient_sync(False)
    yield


def last_round(net):
    net.set_requires_gradient_sync(True)


def by_version(net, batch, fsdp_version: int):
    shard(net)
    if fsdp_version == 2:
        with no_sync(net):
            net(batch).mean().backward()
    else:
        with net.no_sync():
            net(batch).mean().backward()
