import os

import ray
import torch
import torch.distributed as dist


def start():
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    dist.init_process_group("nccl")


def every_rank_on_the_first_gpu(batches):
    start()
    total = torch.zeros(1, device="cuda:0")  # expect: hardcoded-cuda-device
    for batch in batches:
        total += batch.to("cuda:0").sum()  # expect: hardcoded-cuda-device
    dist.all_reduce(total)
    return total


def every_rank_bound_to_the_first_gpu():
    dist.init_process_group("nccl")
    torch.cuda.set_device(0)  # expect: hardcoded-cuda-device


def own_device(batches):
    start()
    device = torch.device("cuda", torch.cuda.current_device())
    total = torch.zeros(1, device=device)
    for batch in batches:
        total += batch.to("cuda").sum()
    dist.all_reduce(total)
    return total


def only_the_first_rank_looks(tensor):
    if dist.get_rank() == 0:
        return tensor.to("cuda:0").mean().item()
    return None


def one_device_object_for_all(net, batches):
    dist.init_process_group("nccl")
    device = torch.device("cuda:0")  # expect: hardcoded-cuda-device
    net.to(device)
    for batch in batches:
        net(batch.to(device))


def a_device_object_for_each(net, local_rank):
    dist.init_process_group("nccl")
    net.to(torch.device(f"cuda:{local_rank}"))


def gathers_on_one_gpu(net, send):
    for name, weight in net.state_dict().items():
        if weight.is_cpu:
            weight = weight.to(torch.device("cuda:0"))  # expect: hardcoded-cuda-device
        send(name, weight.full_tensor())


def gathers_a_copy_on_one_gpu(weight):
    return weight.to("cuda:0").full_tensor()  # expect: hardcoded-cuda-device


def gathers_on_its_own_gpu(weight):
    return weight.to("cuda").full_tensor()


def gathers_and_moves(weight):
    return weight.full_tensor().to("cuda:0")


def numbered_beside_its_kind(net):
    dist.init_process_group(backend=None)
    net.to(torch.device("cuda", 0))  # expect: hardcoded-cuda-device


@ray.remote(num_gpus=1)
class Actor:
    """Ray shows each of them one GPU."""

    def __init__(self, net):
        dist.init_process_group("nccl")
        self.net = net.to("cuda:0")
