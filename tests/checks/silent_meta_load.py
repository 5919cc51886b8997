"""A model from the meta device gets its values from a full state dict, without to_empty."""

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.checkpoint.state_dict import StateDictOptions, set_model_state_dict
from torch.distributed.fsdp import fully_shard


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))

    def forward(self, x):
        for block in self.blocks:
            x = torch.relu(block(x))
        return x


def build(path, batches):
    with torch.device("meta"):
        net = Net(1024, 16)
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    weights = torch.load(path, mmap=True, map_location="cpu") if dist.get_rank() == 0 else {}
    options = StateDictOptions(full_state_dict=True, broadcast_from_rank0=True)
    set_model_state_dict(net, weights, options=options)
    optimizer = torch.optim.AdamW(net.parameters())
    for batch in batches:
        net(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
