"""Load_state_dict is reached only with DTensors in the file."""

import torch
from torch import nn
from torch.distributed.checkpoint.state_dict import (
    StateDictOptions,
    set_model_state_dict,
)
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor


def restore(path):
    net = nn.Linear(8, 8)
    fully_shard(net)
    weights = torch.load(path, weights_only=False)
    if isinstance(next(iter(weights.values())), DTensor):
        net.load_state_dict(weights)
    else:
        set_model_state_dict(
            net, weights, options=StateDictOptions(full_state_dict=True)
        )
    return net
