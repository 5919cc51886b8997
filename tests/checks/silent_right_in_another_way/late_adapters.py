"""The adapters are new, came after the sharding of the base, and are sharded one by one, so
nothing of them is plain."""

from torch import nn
from torch.distributed.fsdp import fully_shard


def add_adapters(base):
    for layer in base.layers:
        fully_shard(layer)
    fully_shard(base)
    base.adapters = nn.ModuleList(nn.Linear(8, 8) for _ in base.layers)
    for adapter in base.adapters:
        fully_shard(adapter)
    return base
