"""The loop before replaced each group of the list by a mesh."""

from torch.distributed import ProcessGroup
from torch.distributed.device_mesh import DeviceMesh
from torch.distributed.fsdp import fully_shard


def shard(parts, groups: list[ProcessGroup]):
    for i, group in enumerate(groups):
        groups[i] = DeviceMesh.from_group(group, "cuda")
    for part, mesh in zip(parts, groups):
        fully_shard(part, mesh=mesh)
