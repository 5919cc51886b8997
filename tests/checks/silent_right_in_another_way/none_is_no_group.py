"""Inside `if group is None` the argument is None, the documented default of mesh."""

from typing import Optional

from torch.distributed import ProcessGroup
from torch.distributed.device_mesh import DeviceMesh
from torch.distributed.fsdp import fully_shard


def shard(net, group: Optional[ProcessGroup] = None):
    if group is None:
        fully_shard(net, mesh=group)
    else:
        fully_shard(net, mesh=DeviceMesh.from_group(group, "cuda"))
