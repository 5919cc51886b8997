"""Every parameter is filled through the dict of named_parameters()."""

import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


def train(batches):
    with torch.device("meta"):
        net = nn.Linear(8, 8)
    fully_shard(net)
    net.to_empty(device="cuda")
    params = dict(net.named_parameters())
    for name in params:
        nn.init.normal_(params[name], std=0.02)
    for batch in batches:
        net(batch).sum().backward()
