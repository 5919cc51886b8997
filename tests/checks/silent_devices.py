"""GPUs bound in ways that are right, and numbers that are local ranks under another name."""

import os

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def one_visible_gpu(tensor):
    os.environ["CUDA_VISIBLE_DEVICES"] = os.environ["LOCAL_RANK"]
    dist.init_process_group("nccl")
    total = tensor.to("cuda:0")
    dist.all_reduce(total)
    return total


def bind(index: int):
    device = torch.device(f"cuda:{index}")
    torch.cuda.set_device(device)
    return device


def bound_in_a_helper(tensor):
    device = bind(int(os.environ["LOCAL_RANK"]))
    dist.init_process_group("nccl", device_id=device)
    total = tensor.to("cuda")
    dist.all_reduce(total)
    return total


def named_rank():
    rank = int(os.environ.get("LOCAL_RANK", "0"))
    torch.cuda.set_device(rank)
    dist.init_process_group("nccl")
    return torch.device("cuda", rank)


def worker(rank: int, world: int, store: str):
    torch.cuda.set_device(rank)
    dist.init_process_group("nccl", init_method=f"file://{store}", rank=rank, world_size=world)
    total = torch.ones(1, device="cuda")
    dist.all_reduce(total)
    dist.destroy_process_group()


def spawned(store: str):
    world = torch.cuda.device_count()
    mp.spawn(worker, args=(world, store), nprocs=world)


def slots(nodes: int):
    rank = dist.get_rank()
    per_node = dist.get_world_size() // nodes
    torch.cuda.set_device(rank % per_node)
    return torch.device("cuda", rank % torch.cuda.device_count())


def entered(tensor):
    with torch.cuda.device(int(os.environ["LOCAL_RANK"])):
        dist.init_process_group("nccl")
        total = tensor.to("cuda")
        dist.all_reduce(total)
        return total


def on_one_machine(tensor):
    """No process group: a tool for a single GPU."""
    return tensor.to("cuda:0")
