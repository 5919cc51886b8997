"""Models that shard themselves, blocks that know how they are sharded, units gathered in lists."""

import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


class Layer(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.attention = nn.Linear(width, width)
        self.mlp = nn.Linear(width, width)

    def apply_fsdp(self, **options):
        fully_shard(self.mlp, **options)
        fully_shard(self, **options)

    def forward(self, x):
        return self.mlp(torch.relu(self.attention(x)))


class Net(nn.Module):
    def __init__(self, width: int, depth: int, norm: bool = True):
        super().__init__()
        self.layers = nn.ModuleDict({str(i): Layer(width) for i in range(depth)})
        self.norm = nn.LayerNorm(width) if norm else None
        self.head = nn.Linear(width, width)

    def fully_shard(self, mesh):
        """The model's own method of that name."""
        for layer in self.layers.values():
            layer.apply_fsdp(mesh=mesh)
        fully_shard([m for m in (self.norm, self.head) if m is not None], mesh=mesh)
        fully_shard(self, mesh=mesh, reshard_after_forward=False)
        return self

    def forward(self, x):
        for layer in self.layers.values():
            x = layer(x)
        return self.head(x if self.norm is None else self.norm(x))


def train(mesh, batches):
    net = Net(64, 4).fully_shard(mesh)
    optimizer = torch.optim.AdamW(net.parameters())
    for batch in batches:
        net(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()


def train_wrong(mesh, batches):
    net = Net(64, 4)
    optimizer = torch.optim.AdamW(net.parameters())  # expect: optimizer-before-shard
    net.fully_shard(mesh)
    for batch in batches:
        net.forward(batch).mean().backward()  # expect: direct-forward-call
        optimizer.step()
        optimizer.zero_grad()


def groups(mesh):
    net = Net(64, 4)
    tail = []
    tail.append(net.norm)
    tail.append(net.head)
    for layer in net.layers.values():
        fully_shard(layer, mesh=mesh)
    fully_shard(tail, mesh=mesh)
    fully_shard(net, mesh=mesh)
    return torch.optim.AdamW(net.parameters())


def group_and_member(mesh):
    net = Net(64, 4)
    fully_shard([net.norm, net.head], mesh=mesh)
    fully_shard(net.head, mesh=mesh)  # expect: double-shard
    fully_shard(net, mesh=mesh)
