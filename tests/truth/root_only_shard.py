"""One call on the root makes one group: the whole model is gathered at once. Nothing is wrong with
the numbers; this is a cost."""

from harness import Net, batch, shard
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor

DEPTH = 8


def most_gathered(net, rank):
    """The largest number of values that were gathered at once while the blocks ran."""
    seen = []

    def count(*_):
        plain = [p for p in net.parameters() if not isinstance(p, DTensor)]
        seen.append(sum(p.numel() for p in plain))

    for block in net.blocks:
        block.up.register_forward_hook(count)
    net(batch(rank))
    return max(seen), sum(p.numel() for p in net.parameters())


def bad(rank):
    net = Net(depth=DEPTH)
    fully_shard(net)
    return most_gathered(net, rank)


def good(rank):
    return most_gathered(shard(Net(depth=DEPTH)), rank)


def verify(bad, good):
    for outcome in bad:
        gathered, total = outcome.value
        assert gathered == total
    for outcome in good:
        gathered, total = outcome.value
        assert gathered < total / 3
