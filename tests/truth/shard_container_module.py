"""A ModuleList or ModuleDict has no forward to hook into; a Sequential has one."""

from harness import Block, Net, attempt, batch
from torch import nn
from torch.distributed.fsdp import fully_shard


def bad(rank):
    lookup = nn.ModuleDict({"a": Block(8)})
    return attempt(lambda: fully_shard(Net().blocks)), attempt(lambda: fully_shard(lookup))


def good(rank):
    net = Net()
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    stack = fully_shard(nn.Sequential(Block(8), nn.Linear(8, 4)))
    return list(net(batch(rank)).shape), list(stack(batch(rank)).shape)


def verify(bad, good):
    assert all(outcome.value == ("ValueError", "ValueError") for outcome in bad)
    assert all(outcome.value == ([3, 4], [3, 4]) for outcome in good)
