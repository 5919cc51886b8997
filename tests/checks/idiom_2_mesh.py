"""How meshes are made, named, cut, joined and passed around."""

import torch.distributed as dist
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh
from torch.distributed.fsdp import fully_shard


def one_dimension(net, world: int):
    mesh = init_device_mesh("cuda", (world,), mesh_dim_names=("dp",))
    fully_shard(net.blocks[0], mesh=mesh)
    fully_shard(net.blocks[1], mesh=mesh["dp"])
    fully_shard(net)


def replicate_and_shard(net, nodes: int, world: int):
    mesh = init_device_mesh("cuda", (nodes, world // nodes), mesh_dim_names=("rep", "shard"))
    fully_shard(net.blocks[0], mesh=mesh["rep", "shard"])
    fully_shard(net, mesh=mesh)


def names_at_run_time(net, sizes: dict[str, int]):
    names, shape = [], []
    for name in ("dp_replicate", "dp_shard", "tp"):
        if sizes.get(name, 1) > 1:
            names.append(name)
            shape.append(sizes[name])
    mesh = init_device_mesh("cuda", tuple(shape), mesh_dim_names=tuple(names))
    data = tuple(name for name in names if name.startswith("dp"))
    fully_shard(net, mesh=mesh[data])


def flattened(net, shard: int, context: int, tensor: int):
    mesh = init_device_mesh("cuda", (shard, context, tensor), mesh_dim_names=("dp_shard", "cp", "tp"))
    mesh["dp_shard", "cp"]._flatten(mesh_dim_name="fsdp")
    fully_shard(net, mesh=mesh["fsdp"])


def flattened_wrong(net, shard: int, context: int, tensor: int):
    mesh = init_device_mesh("cuda", (shard, tensor), mesh_dim_names=("dp_shard", "tp"))
    fully_shard(net, mesh=mesh)  # expect: non-dp-mesh-in-fully-shard


def from_groups(net):
    group = dist.new_group(list(range(dist.get_world_size())))
    mesh = DeviceMesh.from_group(group, device_type="cuda")
    fully_shard(net.head, mesh=DeviceMesh("cuda", list(range(dist.get_world_size()))))
    fully_shard(net, mesh=mesh)


def from_groups_wrong(net):
    group = dist.new_group(list(range(dist.get_world_size())))
    fully_shard(net, mesh=group)  # expect: not-a-mesh


class Dims:
    def __init__(self, replicate: int, shard: int):
        self.replicate = replicate
        self.shard = shard

    def mesh(self):
        if self.replicate > 1:
            return init_device_mesh(
                "cuda", (self.replicate, self.shard), mesh_dim_names=("dp_replicate", "dp_shard")
            )
        return init_device_mesh("cuda", (self.shard,), mesh_dim_names=("dp_shard",))


def through_an_object(net, dims: Dims):
    mesh = dims.mesh()
    for block in net.blocks:
        fully_shard(block, mesh=mesh)
    fully_shard(net, mesh=mesh)
