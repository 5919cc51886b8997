"""A script without functions."""

import os

import torch
import torch.distributed as dist
import torch.distributed.fsdp as fsdp
from torch import nn

torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
dist.init_process_group("nccl")

net = nn.Sequential(*[nn.Linear(128, 128) for _ in range(8)])
early = torch.optim.SGD(net.parameters(), lr=0.1)  # expect: optimizer-before-shard
for layer in net:
    fsdp.fully_shard(layer)
fsdp.fully_shard(net)
late = torch.optim.SGD(net.parameters(), lr=0.1)

for _ in range(100):
    batch = torch.randn(16, 128, device="cuda")
    net(batch).square().mean().backward()
    early.step()
    late.step()
    late.zero_grad()

if dist.get_rank() == 0:
    torch.save(net.state_dict(), "last.pt")  # expect: save-sharded-state-dict
dist.destroy_process_group()
