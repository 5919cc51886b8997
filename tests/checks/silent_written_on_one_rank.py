"""Files that one rank writes, told apart by what it holds instead of by a test around the write."""
from collections import deque

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.state_dict import get_model_state_dict
from torch.distributed.fsdp import fully_shard


def write(step):
    torch.save({"step": step}, "meta.pt")


class Save:
    def on_end(self):
        torch.save({"end": True}, "end.pt")


class Hooks:
    def __init__(self):
        self.hooks = []
        self.last = None
        if dist.get_rank() == 0:
            self.last = write

    def add(self, hook):
        if dist.get_rank() == 0:
            self.hooks.append(hook)

    def run(self, step):
        dist.barrier()
        for hook in self.hooks:
            hook(step)
        if self.last is not None:
            self.last(step)


def callbacks(step):
    dist.barrier()
    found = []
    if dist.get_rank() == 0:
        found.append(Save())
    for callback in found:
        callback.on_end()


def a_function_or_nothing(step):
    dist.barrier()
    save = None
    if dist.get_rank() == 0:
        save = write
    if save is not None:
        save(step)


def a_comprehension(steps):
    dist.barrier()
    [write(i) for i in range(steps) if dist.get_rank() == 0]


def two_lists(step):
    dist.barrier()
    if dist.get_rank() == 0:
        jobs = [step]
    else:
        jobs = []
    for job in jobs:
        write(job)


def jobs_of(rank):
    return [1, 2] if rank == 0 else []


def jobs_by_rank():
    dist.barrier()
    for job in jobs_of(dist.get_rank()):
        write(job)


def own_parts(parts):
    dist.barrier()
    mine = [part for part in range(parts) if part % dist.get_world_size() == dist.get_rank()]
    for part in mine:
        torch.save({"part": part}, f"part-{part}.pt")


def added_hooks():
    hooks = Hooks()
    hooks.add(write)
    hooks.run(1)


def futures_of_a_dict(net, names):
    fully_shard(net)
    saves = {name: dcp.async_save({"m": get_model_state_dict(net)}, checkpoint_id=name) for name in names}
    for save in saves.values():
        save.result()


def futures_of_a_queue(net):
    fully_shard(net)
    saves = deque()
    saves += [dcp.async_save({"m": get_model_state_dict(net)}, checkpoint_id="a")]
    while saves:
        saves.pop().result()


def rounds_of_one_rank():
    if dist.get_rank() != 0:
        return
    yield 1


def a_generator():
    dist.barrier()
    for step in rounds_of_one_rank():
        write(step)


def a_flag_that_is_narrowed(config):
    dist.barrier()
    settings = {"save": True}
    settings["save"] &= dist.get_rank() == 0
    if settings["save"]:
        write(0)
    config.save = True
    config.save &= dist.get_rank() == 0
    if config.save:
        write(1)


class Settings:
    save = True


def a_flag_of_a_class():
    dist.barrier()
    Settings.save = dist.get_rank() == 0
    if Settings.save:
        write(0)


def a_folder_of_its_own():
    import os

    dist.barrier()
    os.chdir(f"work/{dist.get_rank()}")
    torch.save({}, "state.pt")
