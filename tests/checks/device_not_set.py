import os

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh


def nobody_binds(epochs: int):
    dist.init_process_group("nccl")
    counts = torch.zeros(epochs, device="cuda")  # expect: device-not-set
    dist.all_reduce(counts)
    dist.destroy_process_group()


def bound_first(epochs: int):
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    dist.init_process_group("nccl")
    counts = torch.zeros(epochs, device="cuda")
    dist.all_reduce(counts)
    dist.destroy_process_group()


def bound_by_the_mesh(epochs: int):
    mesh = init_device_mesh("cuda", (int(os.environ["WORLD_SIZE"]),))
    counts = torch.zeros(epochs, device="cuda")
    dist.all_reduce(counts, group=mesh.get_group())
    dist.destroy_process_group()


def indexed_device(epochs: int):
    dist.init_process_group("nccl")
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    counts = torch.zeros(epochs, device=device)
    dist.all_reduce(counts)
    dist.destroy_process_group()


def on_the_cpu(epochs: int):
    dist.init_process_group("gloo")
    counts = torch.zeros(epochs)
    dist.all_reduce(counts)
    dist.destroy_process_group()


def join():
    dist.init_process_group("nccl")  # expect: device-not-set


def count_after_joining(epochs: int):
    join()
    counts = torch.zeros(epochs, device="cuda")
    more = torch.ones(epochs, device="cuda")
    dist.all_reduce(counts + more)


def bind_and_join():
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    dist.init_process_group("nccl")


def count_after_binding(epochs: int):
    bind_and_join()
    counts = torch.zeros(epochs, device="cuda")
    dist.all_reduce(counts)


def joins_unless_it_did(epochs: int):
    if not dist.is_initialized():
        dist.init_process_group()
    counts = torch.zeros(epochs, device="cuda")  # expect: device-not-set
    dist.all_reduce(counts)


def joins_with_any_backend(backend):
    dist.init_process_group(backend=backend)
    first = torch.ones(4, device=torch.accelerator.current_accelerator())  # expect: device-not-set
    dist.all_reduce(first)
    torch.accelerator.set_device_index(int(os.environ["LOCAL_RANK"]))


def binds_unless_it_did(epochs: int):
    if not dist.is_initialized():
        torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
        dist.init_process_group()
    counts = torch.zeros(epochs, device="cuda")
    dist.all_reduce(counts)


def indexed_by_keyword(epochs: int):
    dist.init_process_group("nccl")
    counts = torch.zeros(epochs, device=torch.device("cuda", index=int(os.environ["LOCAL_RANK"])))
    dist.all_reduce(counts)


def accelerator_beside_gloo(epochs: int):
    dist.init_process_group("gloo")
    counts = torch.zeros(epochs, device=torch.accelerator.current_accelerator())
    dist.all_reduce(counts.cpu())


def alone(epochs: int):
    dist.init_process_group("nccl", world_size=1, rank=0)
    counts = torch.zeros(epochs, device="cuda")
    dist.all_reduce(counts)
