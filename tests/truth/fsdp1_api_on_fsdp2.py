"""What FSDP1 and DDP offer is not there on a sharded module, or is there and does nothing."""

import torch
from harness import Net, attempt, batch, shard
from torch.distributed.fsdp import (
    FSDPModule,
    FullyShardedDataParallel,
    StateDictType,
    fully_shard,
)
from torch.distributed.tensor import DTensor

OLD_KEYWORDS = (
    "auto_wrap_policy",
    "cpu_offload",
    "device_id",
    "limit_all_gathers",
    "mixed_precision",
    "sharding_strategy",
    "sync_module_states",
    "use_orig_params",
)


def inside_summon(net):
    with FullyShardedDataParallel.summon_full_params(net):
        return isinstance(net.head.weight, DTensor)


def full_state(net):
    with FullyShardedDataParallel.state_dict_type(net, StateDictType.FULL_STATE_DICT):
        return net.state_dict()


def bad(rank):
    net = shard(Net())
    return {
        "keywords": {attempt(lambda k=k: fully_shard(Net(), **{k: None})) for k in OLD_KEYWORDS},
        "no_sync": attempt(lambda: net.no_sync()),
        "clip_grad_norm_": attempt(lambda: net.clip_grad_norm_(1.0)),
        "module": attempt(lambda: net.module),
        "state_dict_type": attempt(lambda: full_state(net)),
        "still sharded in summon_full_params": inside_summon(net),
        "isinstance": isinstance(net, FullyShardedDataParallel),
    }


def good(rank):
    net = shard(Net())
    for last in (False, True):
        net.set_requires_gradient_sync(last)
        net(batch(rank)).square().mean().backward()
    norm = torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    return isinstance(net, FSDPModule), norm.full_tensor().item() > 0.0


def verify(bad, good):
    for outcome in bad:
        assert outcome.value == {
            "keywords": {"TypeError"},
            "no_sync": "AttributeError",
            "clip_grad_norm_": "AttributeError",
            "module": "AttributeError",
            "state_dict_type": "KeyError",
            "still sharded in summon_full_params": True,
            "isinstance": False,
        }
    assert all(outcome.value == (True, True) for outcome in good)
