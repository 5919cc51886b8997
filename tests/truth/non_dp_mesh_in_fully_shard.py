"""A mesh of two dimensions means replicate over the first and shard over the second, whatever the
dimensions are called. Given (dp, tp) whole, dp does not shard at all."""

from harness import Net, shard
from torch.distributed.device_mesh import init_device_mesh


def held(net):
    weight = net.head.weight
    kinds = [type(placement).__name__ for placement in weight.placements]
    return kinds, weight.to_local().numel() / weight.numel()


def mesh():
    return init_device_mesh("cpu", (2, 1), mesh_dim_names=("dp", "tp"))


def bad(rank):
    return held(shard(Net(), mesh=mesh()))


def good(rank):
    return held(shard(Net(), mesh=mesh()["dp"]))


def verify(bad, good):
    assert all(outcome.value == (["Replicate", "Shard"], 1.0) for outcome in bad)
    assert all(outcome.value == (["Shard"], 0.5) for outcome in good)
