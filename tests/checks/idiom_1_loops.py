"""Ways to reach the layers of a model: containers, walks, predicates, lists that were filled before."""

import itertools

import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


class Block(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.linear = nn.Linear(width, width)

    def forward(self, x):
        return x + torch.relu(self.linear(x))


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.stem = nn.Linear(width, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(depth))
        self.heads = nn.ModuleDict({"a": nn.Linear(width, 1), "b": nn.Linear(width, 1)})

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return {name: head(x) for name, head in self.heads.items()}


def by_index(options):
    net = Net(64, 8)
    for i, block in enumerate(net.blocks):
        fully_shard(block, reshard_after_forward=i < len(net.blocks) - 1, **options)
    for head in net.heads.values():
        fully_shard(head, **options)
    fully_shard(net, **options)
    return torch.optim.AdamW(net.parameters())


def by_index_wrong(options, x):
    net = Net(64, 8)
    optimizer = torch.optim.AdamW(net.parameters())  # expect: optimizer-before-shard
    for i in range(len(net.blocks)):
        fully_shard(net.blocks[i], **options)
    fully_shard(net, **options)
    return net.forward(x), optimizer  # expect: direct-forward-call


def by_name():
    net = Net(64, 8)
    for _, head in net.heads.items():
        fully_shard(head)
    for _, block in net.blocks.named_children():
        fully_shard(block)
    fully_shard(net)
    return torch.optim.AdamW(net.parameters())


def root_last_in_a_chain():
    net = Net(64, 8)
    for module in itertools.chain(net.blocks, net.heads.values(), [net]):
        fully_shard(module)
    return torch.optim.AdamW(net.parameters())


def walk_in_preorder(units=(Block,)):
    net = Net(64, 8)
    for module in net.modules():
        if isinstance(module, units):
            fully_shard(module)
    fully_shard(net)
    return torch.optim.AdamW(net.parameters())


def walk_backwards(conditions):
    net = Net(64, 8)
    for name, module in reversed(list(net.named_modules())):
        if any(condition(name, module) for condition in conditions):
            fully_shard(module)
    fully_shard(net)
    return torch.optim.AdamW(net.parameters())


def collect_first():
    net = Net(64, 8)
    chosen = []
    for module in net.modules():
        if isinstance(module, Block):
            chosen.append(module)
    for module in chosen:
        fully_shard(module)
    fully_shard(net)
    return torch.optim.AdamW(net.parameters())


def collect_first_wrong():
    net = Net(64, 8)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)  # expect: optimizer-before-shard
    chosen = [module for module in net.modules() if isinstance(module, Block)]
    for module in [*chosen, net]:
        fully_shard(module)
    return optimizer
