"""Flatten and ReLU hold no parameters and no buffers."""

import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


def run(batches):
    with torch.device("meta"):
        post = nn.Sequential(nn.Flatten(), nn.ReLU())
    fully_shard(post)
    for batch in batches:
        post(batch)
