import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.parallel import parallelize_module


def whole_grid(net, tp: int):
    grid = init_device_mesh("cuda", (dist.get_world_size() // tp, tp), mesh_dim_names=("dp", "tp"))
    for layer in net.layers:
        fully_shard(layer, mesh=grid)  # expect: non-dp-mesh-in-fully-shard
    fully_shard(net, mesh=grid)  # expect: non-dp-mesh-in-fully-shard


def tensor_dimension(net, tp: int):
    grid = init_device_mesh("cuda", (dist.get_world_size() // tp, tp), mesh_dim_names=("dp", "tp"))
    fully_shard(net, mesh=grid["tp"])  # expect: non-dp-mesh-in-fully-shard


def data_dimension(net, tp: int):
    grid = init_device_mesh("cuda", (dist.get_world_size() // tp, tp), mesh_dim_names=("dp", "tp"))
    fully_shard(net, mesh=grid["dp"])


def hybrid(net, nodes: int):
    size = dist.get_world_size() // nodes
    grid = init_device_mesh("cuda", (nodes, size), mesh_dim_names=("replicate", "shard"))
    fully_shard(net, mesh=grid)


def hybrid_slice(net, nodes: int, tp: int):
    size = dist.get_world_size() // nodes // tp
    names = ("dp_replicate", "dp_shard", "tp")
    grid = init_device_mesh("cuda", (nodes, size, tp), mesh_dim_names=names)
    fully_shard(net, mesh=grid["dp_replicate", "dp_shard"])


def context_joined(net, cp: int):
    size = dist.get_world_size() // cp
    grid = init_device_mesh("cuda", (size, cp), mesh_dim_names=("dp_shard", "cp"))
    grid["dp_shard", "cp"]._flatten("dp_shard_cp")
    fully_shard(net, mesh=grid["dp_shard_cp"])


def whole_mesh_of_which_a_part_is_taken(net, mesh, options):
    if options.tensor_parallel:
        parallelize_module(net, mesh["tp"], options.plan)
    for layer in net.layers:
        fully_shard(layer, mesh=mesh)  # expect: non-dp-mesh-in-fully-shard
    fully_shard(net, mesh=mesh)  # expect: non-dp-mesh-in-fully-shard


def one_or_the_other(net, mesh, options):
    if options.tensor_parallel:
        parallelize_module(net, mesh["tp"], options.plan)
    else:
        fully_shard(net, mesh=mesh)


def the_data_parallel_part(net, mesh, options):
    if options.tensor_parallel:
        parallelize_module(net, mesh["tp"], options.plan)
        mesh = mesh["dp"]
    fully_shard(net, mesh=mesh)


def asked_whether_it_has_that_part(net, mesh, plan):
    parts = "tp" in mesh.mesh_dim_names and mesh["tp"].size() > 1
    if parts:
        print("in parts")
    fully_shard(net, mesh=mesh)


def helper_gets_the_whole_mesh(net, mesh, options):
    if options.tensor_parallel:
        parallelize_module(net, mesh["tp"], options.plan)
    shard_over(net, mesh)  # expect: non-dp-mesh-in-fully-shard


def shard_over(net, mesh):
    for layer in net.layers:
        fully_shard(layer, mesh=mesh)
    fully_shard(net, mesh=mesh)
