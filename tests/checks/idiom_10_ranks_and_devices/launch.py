import os

import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict
from torch.distributed.fsdp import fully_shard

from ranks import bind_device, is_main, local_rank, on_main, rank


def gather(net):
    options = StateDictOptions(full_state_dict=True, cpu_offload=True)
    return get_model_state_dict(net, options=options)


@on_main
def report(message: str):
    print(message)


@on_main
def write(state, path):
    torch.save(state, path)


def start():
    device = bind_device()
    dist.init_process_group("nccl" if device.type == "cuda" else "gloo")
    return device


def by_accelerator():
    torch.accelerator.set_device_index(local_rank())
    dist.init_process_group()


def by_wrong_number():
    dist.init_process_group("nccl")
    torch.cuda.set_device(rank())  # expect: global-rank-as-device


def not_entered():
    torch.accelerator.device_index(local_rank())  # expect: context-manager-not-entered
    dist.init_process_group("nccl")


def run(net, batches, path):
    device = start()
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    optimizer = torch.optim.AdamW(net.parameters())
    for batch in batches:
        net(batch.to(device)).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        report("step")
    weights = gather(net)
    if is_main():
        os.makedirs(os.path.dirname(path), exist_ok=True)
    write(weights, path)


def run_wrong(net, path):
    start()
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    if is_main():
        write(gather(net), path)  # expect: rank-guarded-collective


def leave_early(net, path):
    start()
    fully_shard(net)
    if not is_main():
        return
    weights = gather(net)  # expect: rank-guarded-collective
    write(weights, path)


def gather_then_leave(net, path):
    start()
    fully_shard(net)
    weights = gather(net)
    if not is_main():
        return
    write(weights, path)


def prefetch(net):
    units = [fully_shard(block) for block in net.blocks]
    fully_shard(net)
    for unit, following in zip(units, units[1:]):
        unit.set_modules_to_forward_prefetch([following])
    for unit, before in zip(units[1:], units):
        unit.set_modules_to_backward_prefetch([before])
    net.unshard()
    return net
