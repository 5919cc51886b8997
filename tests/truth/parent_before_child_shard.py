"""The parent's call takes all parameters; a later call on a child finds them taken. The message
does not say so, and the exception depends on the version."""

from harness import Net, batch, shard
from torch.distributed.fsdp import fully_shard


def bad(rank):
    net = Net()
    fully_shard(net)
    for block in net.blocks:
        fully_shard(block)


def good(rank):
    return list(shard(Net())(batch(rank)).shape)


def verify(bad, good):
    for outcome in bad:
        assert outcome.error_type in ("TypeError", "AssertionError")
        assert "in fully_shard" in outcome.trace
    assert all(outcome.value == [3, 4] for outcome in good)
