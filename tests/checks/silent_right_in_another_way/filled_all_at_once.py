"""_foreach_zero_ fills every parameter."""

import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


def train(batches):
    with torch.device("meta"):
        net = nn.Linear(8, 8)
    fully_shard(net)
    net.to_empty(device="cuda")
    with torch.no_grad():
        torch._foreach_zero_(list(net.parameters()))
    for batch in batches:
        net(batch).sum().backward()
