"""Given a mesh, dp_comm returns that mesh (its return type is a union)."""

import torch.distributed as dist
from torch.distributed import ProcessGroup
from torch.distributed.device_mesh import DeviceMesh
from torch.distributed.fsdp import fully_shard


def dp_comm(mesh: DeviceMesh | None = None) -> ProcessGroup | DeviceMesh:
    return mesh if mesh is not None else dist.group.WORLD


def shard(net, mesh: DeviceMesh):
    fully_shard(net, mesh=dp_comm(mesh))
