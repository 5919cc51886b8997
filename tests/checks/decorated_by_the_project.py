"""Functions behind decorators that the project itself defines."""
import functools
import os
import time

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict
from torch.distributed.fsdp import fully_shard


def on_main(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        if dist.get_rank() == 0:
            return function(*args, **kwargs)
        return None

    return inner


def timed(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        begin = time.perf_counter()
        result = function(*args, **kwargs)
        print(time.perf_counter() - begin)
        return result

    return inner


@on_main
def write(state, path):
    torch.save(state, path)


@timed
def write_everywhere(state, path):
    torch.save(state, path)  # expect: shared-checkpoint-path


def main():
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    dist.init_process_group("nccl")
    net = nn.Linear(8, 8).cuda()
    fully_shard(net)
    state = get_model_state_dict(net, options=StateDictOptions(full_state_dict=True))
    write(state, "last.pt")
    write_everywhere(state, "again.pt")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
