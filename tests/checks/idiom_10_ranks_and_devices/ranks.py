"""Rank helpers of the project."""

import functools
import os

import torch
import torch.distributed as dist


def rank() -> int:
    return dist.get_rank() if dist.is_initialized() else int(os.environ.get("RANK", 0))


def local_rank() -> int:
    return int(os.environ.get("LOCAL_RANK", 0))


def is_main() -> bool:
    return rank() == 0


def on_main(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        if not is_main():
            return None
        return function(*args, **kwargs)

    return wrapper


def bind_device() -> torch.device:
    if not torch.cuda.is_available():
        return torch.device("cpu")
    device = torch.device("cuda", local_rank())
    torch.cuda.set_device(device)
    return device
