"""Rank 0 waits in a gather that the other ranks never enter."""

import torch.distributed as dist
from harness import Net, expect_lonely_call, shard
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict

GATHER = StateDictOptions(full_state_dict=True, cpu_offload=True)


def bad(rank):
    net = shard(Net())
    expect_lonely_call()
    if dist.get_rank() == 0:
        get_model_state_dict(net, options=GATHER)
    return "went on"


def good(rank):
    net = shard(Net())
    state = get_model_state_dict(net, options=GATHER)
    local = net.state_dict() if dist.get_rank() == 0 else {}
    return len(state), len(local)


def verify(bad, good):
    assert bad[0].timed_out
    assert bad[1].value == "went on"
    tensors = len(dict(Net().named_parameters()))
    assert good[0].value == (tensors, tensors)
    assert good[1].value == (0, 0)
