"""A process group is not a mesh."""

import torch.distributed as dist
from harness import Net, batch, shard
from torch.distributed.device_mesh import DeviceMesh


def bad(rank):
    shard(Net(), mesh=dist.group.WORLD)


def good(rank):
    mesh = DeviceMesh.from_group(dist.group.WORLD, "cpu")
    return list(shard(Net(), mesh=mesh)(batch(rank)).shape)


def verify(bad, good):
    assert all(outcome.error_type == "AttributeError" for outcome in bad)
    assert all(outcome.value == [3, 4] for outcome in good)
