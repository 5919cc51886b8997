import torch.distributed as dist
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh
from torch.distributed.fsdp import fully_shard


def group_as_mesh(net):
    group = dist.new_group(list(range(dist.get_world_size())))
    for layer in net.layers:
        fully_shard(layer, mesh=group)  # expect: not-a-mesh
    fully_shard(net, mesh=group)  # expect: not-a-mesh


def world_as_mesh(net):
    fully_shard(net, mesh=dist.group.WORLD)  # expect: not-a-mesh


def group_of_a_mesh(net):
    mesh = init_device_mesh("cuda", (8,), mesh_dim_names=("dp",))
    fully_shard(net, mesh=mesh.get_group("dp"))  # expect: not-a-mesh


def meshes(net):
    group = dist.new_group(list(range(dist.get_world_size())))
    fully_shard(net.head, mesh=DeviceMesh.from_group(group, "cuda"))
    fully_shard(net.tail, mesh=init_device_mesh("cuda", (8,)))
    fully_shard(net, mesh=None)


def group_of_a_gang(net, gangs):
    fully_shard(net, mesh=gangs.data.as_process_group())  # expect: not-a-mesh


def group_on_one_branch(net, gangs):
    if gangs.replicated.size > 1:
        groups = [gangs.replicated.as_process_group(), gangs.data.as_process_group()]
        mesh = DeviceMesh.from_group(groups, "cuda", None, mesh_dim_names=("outer", "inner"))
    else:
        mesh = gangs.data.as_process_group()
    net.to(gangs.device)

    def wrap(part):
        fully_shard(part, mesh=mesh)  # expect: not-a-mesh

    for layer in net.layers:
        wrap(layer)
    wrap(net)


def mesh_of_a_group(net, gangs):
    process_group = gangs.data.as_process_group()
    fully_shard(net, mesh=DeviceMesh.from_group(process_group, "cuda"))


def a_group_by_its_annotation(net, group: dist.ProcessGroup | None = None):
    if group is None:
        mesh = init_device_mesh("cuda", (dist.get_world_size(),))
    else:
        mesh = group
    fully_shard(net, mesh=mesh)  # expect: not-a-mesh


def a_group_for_each(net, others, group: dist.ProcessGroup, more: list[dist.ProcessGroup] | None):
    if more is None:
        groups = [group] + [None] * len(others)
    else:
        groups = [group] + more
    for part, one in zip([net] + others, groups):
        if one is None:
            mesh = init_device_mesh("cuda", (dist.get_world_size(),))
        else:
            mesh = one
        fully_shard(part, mesh=mesh)  # expect: not-a-mesh


def over_a_group(net, group: dist.ProcessGroup):
    fully_shard(net, mesh=group)  # expect: not-a-mesh


def whatever_group_there_is(net, launcher):
    over_a_group(net, launcher.group())


def over_the_mesh_of_a_group(net, group: dist.ProcessGroup):
    fully_shard(net, mesh=DeviceMesh.from_group(group, "cuda"))


def misnamed(net, mesh: dist.ProcessGroup):
    fully_shard(net, mesh=mesh)  # expect: not-a-mesh


def with_what_it_takes(net):
    misnamed_but_right(net, init_device_mesh("cuda", (2,)))


def misnamed_but_right(net, mesh: dist.ProcessGroup):
    fully_shard(net, mesh=mesh)
