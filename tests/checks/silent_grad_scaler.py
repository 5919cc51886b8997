"""The ordinary GradScaler agrees on all ranks about sharded gradients."""

import torch
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard


def train(net, batches):
    policy = MixedPrecisionPolicy(param_dtype=torch.float16, reduce_dtype=torch.float32)
    for block in net.blocks:
        fully_shard(block, mp_policy=policy)
    fully_shard(net, mp_policy=policy)
    optimizer = torch.optim.AdamW(net.parameters())
    scaler = torch.amp.GradScaler("cuda")
    for batch in batches:
        scaler.scale(net(batch).float().mean()).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()
