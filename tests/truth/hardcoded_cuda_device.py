"""A literal cuda:0 is GPU 0 even in a process that is bound to another one. Needs two GPUs."""

import torch
from harness import missing_gpus


def skip_reason():
    return missing_gpus(2)


def bad(rank):
    torch.cuda.set_device(rank)
    return torch.ones(1).to("cuda:0").device.index


def good(rank):
    torch.cuda.set_device(rank)
    return torch.ones(1).to("cuda").device.index


def verify(bad, good):
    assert [outcome.value for outcome in bad] == [0, 0]
    assert [outcome.value for outcome in good] == [0, 1]
