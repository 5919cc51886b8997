"""A sum over tokens, divided by the global count, must be multiplied by the number of ranks, because
gradients are averaged. It looks odd and is right."""

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.distributed.fsdp import fully_shard


def train(net, batches):
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    optimizer = torch.optim.AdamW(net.parameters())
    world = dist.get_world_size()
    for ids, labels in batches:
        tokens = (labels >= 0).sum().float()
        dist.all_reduce(tokens)
        total = F.cross_entropy(net(ids).flatten(0, 1), labels.flatten(), ignore_index=-1, reduction="sum")
        loss = total * world / tokens
        loss.backward()
        shown = loss.detach().clone()
        dist.all_reduce(shown)
        if dist.get_rank() == 0:
            print(shown.item() / world)
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
