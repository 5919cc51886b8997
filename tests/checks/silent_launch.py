"""No backend, no process group, no set_device: under torchrun each of these can be right."""

import os

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard


def no_backend(net, batches):
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    dist.init_process_group()
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    stop = torch.zeros(1)
    dist.all_reduce(stop)
    for batch in batches:
        net(batch.to("cuda")).mean().backward()
    dist.destroy_process_group()


def no_process_group(net, batches):
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    for batch in batches:
        net(batch.to("cuda")).mean().backward()


def the_mesh_comes_first(net, batches):
    mesh = init_device_mesh("cuda", (int(os.environ["WORLD_SIZE"]),), mesh_dim_names=("dp",))
    for block in net.blocks:
        fully_shard(block, mesh=mesh)
    fully_shard(net, mesh=mesh)
    total = torch.zeros(1, device="cuda")
    for batch in batches:
        loss = net(batch.to("cuda")).mean()
        loss.backward()
        total += loss.detach()
    dist.all_reduce(total)
    return total.item() / mesh.size()
