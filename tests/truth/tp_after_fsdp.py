"""Tensor parallelism cuts plain parameters; after sharding there are none left."""

from harness import Net, batch, shard
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

PLAN = {"up": ColwiseParallel(), "down": RowwiseParallel()}


def meshes():
    mesh = init_device_mesh("cpu", (1, 2), mesh_dim_names=("dp", "tp"))
    return mesh["dp"], mesh["tp"]


def bad(rank):
    dp, tp = meshes()
    net = shard(Net(), mesh=dp)
    for block in net.blocks:
        parallelize_module(block, tp, PLAN)


def good(rank):
    dp, tp = meshes()
    net = Net()
    for block in net.blocks:
        parallelize_module(block, tp, PLAN)
    shard(net, mesh=dp)
    net(batch(0)).square().mean().backward()
    return net.blocks[0].up.weight.device_mesh.mesh_dim_names


def verify(bad, good):
    assert all(outcome.raised("ValueError", "different device mesh") for outcome in bad)
    assert all(outcome.value == ("dp", "tp") for outcome in good)
