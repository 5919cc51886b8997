"""The else is for a model with plain weights; only one that is not sharded gets there."""

import torch
from torch import nn
from torch.distributed.checkpoint.state_dict import (
    StateDictOptions,
    set_model_state_dict,
)
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor


def restore(path, sharded):
    net = nn.Linear(8, 8)
    if sharded:
        fully_shard(net)
    weights = torch.load(path, map_location="cpu")
    if isinstance(net.weight, DTensor):
        set_model_state_dict(
            net, weights, options=StateDictOptions(full_state_dict=True)
        )
    else:
        net.load_state_dict(weights)
    return net
