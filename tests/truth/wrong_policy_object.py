"""The policies of FSDP1 look alike. As mp_policy one breaks the forward, as offload_policy one is
ignored without a word."""

import torch
from harness import Net, attempt, batch, shard
from torch.distributed.fsdp import (
    CPUOffload,
    CPUOffloadPolicy,
    MixedPrecision,
    MixedPrecisionPolicy,
)


def offloads(policy):
    net = shard(Net(), offload_policy=policy)
    group = net._get_fsdp_state()._fsdp_param_group
    return all(parameter.offload_to_cpu for parameter in group.fsdp_params)


def bad(rank):
    net = shard(Net(), mp_policy=MixedPrecision(param_dtype=torch.bfloat16))
    return attempt(lambda: net(batch(rank))), offloads(CPUOffload(offload_params=True))


def good(rank):
    net = shard(Net(), mp_policy=MixedPrecisionPolicy(param_dtype=torch.bfloat16))
    return str(net(batch(rank)).dtype), offloads(CPUOffloadPolicy(pin_memory=False))


def verify(bad, good):
    for outcome in bad:
        error, offloaded = outcome.value
        assert error != "ok"
        assert offloaded is False
    assert all(outcome.value == ("torch.bfloat16", True) for outcome in good)
