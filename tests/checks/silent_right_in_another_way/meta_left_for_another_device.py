"""The inner torch.device("cuda") wins over the outer meta device."""

import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


def train(batches):
    with torch.device("meta"):
        skeleton = nn.Linear(8, 8)
        with torch.device("cuda"):
            net = nn.Linear(8, 8)
    print(sum(p.numel() for p in skeleton.parameters()))
    fully_shard(net)
    for batch in batches:
        net(batch).sum().backward()
