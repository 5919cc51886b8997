"""A module can be sharded once."""

from harness import Net, batch, shard
from torch.distributed.fsdp import fully_shard


def bad(rank):
    net = shard(Net())
    fully_shard(net)


def good(rank):
    return list(shard(Net())(batch(rank)).shape)


def verify(bad, good):
    for outcome in bad:
        assert outcome.raised("AssertionError", "can only be applied")
    assert all(outcome.value == [3, 4] for outcome in good)
