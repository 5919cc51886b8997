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
