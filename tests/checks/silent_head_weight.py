"""In training the root's own weights stay gathered after its forward, so a loss may read them; and a
parent may read a weight that belongs to its own group."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.distributed.fsdp import fully_shard


class Fused(nn.Module):
    def __init__(self, vocab: int, width: int, depth: int):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.blocks = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.lm_head = nn.Linear(width, vocab, bias=False)

    def forward(self, ids, labels=None):
        x = self.embed(ids)
        for block in self.blocks:
            x = torch.relu(block(x))
        if labels is None:
            return x
        logits = F.linear(x, self.lm_head.weight)
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten())


def build():
    net = Fused(100, 32, 4)
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    return net, torch.optim.AdamW(net.parameters())


def loss_outside(batches):
    net, optimizer = build()
    for ids, labels in batches:
        hidden = net(ids)
        parts = zip(hidden.chunk(4), labels.chunk(4))
        losses = [F.cross_entropy(part @ net.lm_head.weight.T, target) for part, target in parts]
        torch.stack(losses).mean().backward()
        optimizer.step()
        optimizer.zero_grad()


def loss_inside(batches):
    net, optimizer = build()
    for ids, labels in batches:
        net(ids, labels).backward()
        optimizer.step()
        optimizer.zero_grad()
