"""The old private paths still lead to the same functions; nothing fails yet."""

import torch
from harness import attempt

OLD = (
    "from torch.distributed._composable.fsdp import fully_shard, MixedPrecisionPolicy",
    "from torch.distributed._tensor import DTensor, distribute_tensor",
)


def bad(rank):
    from torch.distributed._composable.fsdp import fully_shard

    same = fully_shard is torch.distributed.fsdp.fully_shard
    return {attempt(lambda line=line: exec(line, {})) for line in OLD}, same


def good(rank):
    return attempt(lambda: exec("from torch.distributed.fsdp import fully_shard", {}))


def verify(bad, good):
    assert all(outcome.value == ({"ok"}, True) for outcome in bad)
    assert all(outcome.value == "ok" for outcome in good)
