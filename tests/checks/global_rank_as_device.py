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


class World:
    def __init__(self):
        self.number = int(os.environ.get("RANK", "0"))
        self.local = int(os.environ.get("LOCAL_RANK", "0"))
        self.local_world_size = int(os.environ.get("LOCAL_WORLD_SIZE", "1"))
        world_size = int(os.environ.get("WORLD_SIZE", "1"))
        assert 0 <= self.local < self.local_world_size
        assert self.local_world_size <= world_size
        assert world_size % self.local_world_size == 0


_world: World | None = None


def get_world() -> World:
    """Makes it when it is first asked for."""
    global _world
    if _world is None:
        _world = World()
    return _world


def bind_by_world():
    torch.cuda.set_device(get_world().number)  # expect: global-rank-as-device


def bind_by_local_world():
    torch.cuda.set_device(get_world().local)


def bind_on_one_node(world_size: int):
    if world_size <= int(os.environ["LOCAL_WORLD_SIZE"]):
        torch.cuda.set_device(int(os.environ["RANK"]))


_number = None


def remember():
    global _number
    _number = int(os.environ["RANK"])


def bind_what_was_remembered():
    remember()
    torch.cuda.set_device(_number)  # expect: global-rank-as-device
