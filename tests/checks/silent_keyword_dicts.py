"""Keywords that are taken out again, or are only there where fully_shard is not called."""
import torch.distributed as dist
from torch.distributed.device_mesh import DeviceMesh
from torch.distributed.fsdp import FullyShardedDataParallel, MixedPrecision, MixedPrecisionPolicy, fully_shard


def deleted(net, mesh):
    options = {"mesh": mesh, "cpu_offload": True}
    del options["cpu_offload"]
    fully_shard(net, **options)


def cleared(net, mesh):
    options = {"cpu_offload": True}
    options.clear()
    options["mesh"] = mesh
    fully_shard(net, **options)


def one_taken(net, mesh):
    options = {"mesh": mesh, "cpu_offload": True}
    options.popitem()
    fully_shard(net, **options)


def none_deleted(net, policy):
    options = {"mp_policy": policy}
    if policy is None:
        del options["mp_policy"]
    fully_shard(net, **options)


def of_one_version(net, mesh, second_version: bool, log):
    options = {}
    if second_version:
        options["mesh"] = mesh
    else:
        options["device_mesh"] = mesh
    log(options)
    if second_version:
        return fully_shard(net, **options)
    return FullyShardedDataParallel(net, **options)


def of_one_number(net, mesh, version: int, log):
    options = {"mesh": mesh}
    if version == 1:
        options.update(sync_module_states=True)
    log(version)
    if version == 2:
        fully_shard(net, **options)


def object_of_one_version(net, dtype, second_version: bool, log):
    policy = MixedPrecisionPolicy(param_dtype=dtype) if second_version else MixedPrecision(dtype)
    log(policy)
    if second_version:
        fully_shard(net, mp_policy=policy)


def mesh_of(group):
    if not isinstance(group, DeviceMesh):
        group = DeviceMesh.from_group(group, "cuda")
    return group


def group_made_a_mesh(net):
    fully_shard(net, mesh=mesh_of(dist.new_group([0, 1])))
