"""Weight.device == meta is true for this model."""

import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


def train(batches):
    with torch.device("meta"):
        net = nn.Linear(8, 8)
    fully_shard(net)
    if net.weight.device == torch.device("meta"):
        net.to_empty(device="cuda")
        net.reset_parameters()
    for batch in batches:
        net(batch).sum().backward()
