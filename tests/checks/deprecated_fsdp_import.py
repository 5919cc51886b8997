import torch
from torch.distributed._composable.fsdp import MixedPrecisionPolicy, fully_shard  # expect: deprecated-fsdp-import
from torch.distributed.device_mesh import DeviceMesh


def apply(net, mesh: DeviceMesh):
    policy = MixedPrecisionPolicy(param_dtype=torch.bfloat16)
    for layer in net.layers:
        fully_shard(layer, mesh=mesh, mp_policy=policy)
    return fully_shard(net, mesh=mesh, mp_policy=policy)
