"""On the second node the global rank names a device that the node does not have. Needs a GPU."""

import torch
from harness import attempt, missing_gpus


def skip_reason():
    return missing_gpus(1)


def bad(rank):
    first_rank_of_second_node = torch.cuda.device_count()
    return attempt(lambda: torch.cuda.set_device(first_rank_of_second_node + rank))


def good(rank):
    local_rank = rank % torch.cuda.device_count()
    return attempt(lambda: torch.cuda.set_device(local_rank))


def verify(bad, good):
    assert all(outcome.value != "ok" for outcome in bad)
    assert all(outcome.value == "ok" for outcome in good)
