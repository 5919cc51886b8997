"""Without set_device, "cuda" is GPU 0 in every process. Needs two GPUs."""

import torch
from harness import missing_gpus


def skip_reason():
    return missing_gpus(2)


def bad(rank):
    return torch.ones(1, device="cuda").device.index


def good(rank):
    torch.cuda.set_device(rank)
    return torch.ones(1, device="cuda").device.index


def verify(bad, good):
    assert [outcome.value for outcome in bad] == [0, 0]
    assert [outcome.value for outcome in good] == [0, 1]
