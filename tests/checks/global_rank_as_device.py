import os

import torch
import torch.distributed as dist


def by_rank():
    dist.init_process_group("nccl")
    torch.cuda.set_device(dist.get_rank())  # expect: global-rank-as-device


def by_environment():
    rank = int(os.environ["RANK"])
    torch.cuda.set_device(rank)  # expect: global-rank-as-device
    dist.init_process_group("nccl")
    return rank


def as_a_name(tensor):
    rank = dist.get_rank()
    tensor = tensor.to(f"cuda:{rank}")  # expect: global-rank-as-device
    dist.all_reduce(tensor)
    return tensor


def by_local_rank():
    local_rank = int(os.environ["LOCAL_RANK"])
    torch.cuda.set_device(local_rank)
    dist.init_process_group("nccl")
    return torch.device("cuda", local_rank)


def rank_within_the_node():
    dist.init_process_group("nccl")
    device = dist.get_rank() % torch.cuda.device_count()
    torch.cuda.set_device(device)


def node_rank():
    dist.init_process_group("nccl")
    torch.cuda.set_device(dist.get_node_local_rank())


def evaluate(net, batches, device):
    net = net.to(device)
    for batch in batches:
        net(batch.to(device))


def told_once(net, batches):
    dist.init_process_group("nccl")
    evaluate(net, batches, device=dist.get_rank())  # expect: global-rank-as-device


class Launch:
    def __init__(self):
        if "TORCHELASTIC_RUN_ID" in os.environ:
            self.rank = int(os.environ["RANK"])
            self.local_rank = int(os.environ["LOCAL_RANK"])
        elif "SLURM_JOB_ID" in os.environ:
            self.rank = int(os.environ["SLURM_PROCID"])
            self.local_rank = int(os.environ["SLURM_LOCALID"])
        else:
            self.rank = 0
            self.local_rank = 0


def under_whatever_launcher():
    launch = Launch()
    torch.cuda.set_device(launch.rank)  # expect: global-rank-as-device


def by_the_local_rank_of_the_launcher():
    launch = Launch()
    torch.cuda.set_device(launch.local_rank)


def one_node_or_many(nodes: int):
    launch = Launch()
    torch.cuda.set_device(launch.local_rank if nodes > 1 else launch.rank)


def rank_from(variable, default, ask):
    if not dist.is_available():
        return default
    if dist.is_initialized():
        return int(getattr(dist, ask)())
    if variable in os.environ:
        return int(os.environ[variable])
    return default


class Gpu:
    def __init__(self, number=None):
        if number is None:
            number = rank_from("RANK", 0, "get_rank")
        self.device = torch.device(f"cuda:{number}")  # expect: global-rank-as-device
        torch.cuda.set_device(self.device)


class GpuOfItsNode:
    def __init__(self, number=None):
        if number is None:
            number = rank_from("LOCAL_RANK", 0, "get_node_local_rank")
        self.device = torch.device(f"cuda:{number}")
