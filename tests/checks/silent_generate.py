"""Ways around forward that are right: through __call__, of a child with its own group, gathered by
hand, registered."""

import torch
from torch import nn
from torch.distributed.fsdp import fully_shard, register_fsdp_forward_method


class Speaker(nn.Module):
    def __init__(self, vocab: int, width: int, depth: int):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.blocks = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.lm_head = nn.Linear(width, vocab)

    def forward(self, ids):
        x = self.embed(ids)
        for block in self.blocks:
            x = torch.relu(block(x))
        return self.lm_head(x)

    @torch.no_grad()
    def generate(self, ids, length: int):
        for _ in range(length):
            ids = torch.cat([ids, self(ids)[:, -1:].argmax(-1)], dim=1)
        return ids

    def block_count(self) -> int:
        return len(self.blocks)


def build():
    net = Speaker(100, 32, 4)
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    return net


def through_call(ids):
    net = build()
    return net.generate(ids, length=8), net.block_count(), net.train(False).training


def child_with_its_own_group(ids, hidden):
    net = Speaker(100, 32, 4)
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net.lm_head)
    fully_shard(net)
    net(ids)
    return net.blocks[0](hidden), net.lm_head(hidden)


def forward_registered(ids):
    net = build()
    register_fsdp_forward_method(net, "forward")
    return net.forward(ids)


def gathered(ids):
    net = build()
    net(ids)
    net.unshard()
    out = net.forward(ids)
    net.reshard()
    return out
