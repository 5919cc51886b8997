"""Layers that are sharded, but not by a plain loop over the list."""
from torch import nn
from torch.distributed.fsdp import fully_shard


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Linear(width, width) for _ in range(depth)])


class Wrapped(nn.Module):
    def __init__(self, backbone, width: int):
        super().__init__()
        self.backbone = backbone
        self.heads = nn.ModuleList([nn.Linear(width, 1) for _ in range(3)])


def by_map(width, depth):
    net = Net(width, depth)
    list(map(fully_shard, net.blocks))
    fully_shard(net)


def by_name(width, depth):
    net = Net(width, depth)
    for name, part in net.named_modules():
        if name.startswith("blocks.") and name.count(".") == 1:
            fully_shard(part)
    fully_shard(net)


def by_work_list(width, depth):
    net = Net(width, depth)
    open_parts = [net]
    while open_parts:
        part = open_parts.pop()
        if isinstance(part, nn.Linear):
            fully_shard(part)
        open_parts.extend(part.children())
    fully_shard(net)


def before_it_was_wrapped(backbone, width):
    for layer in backbone.layers:
        fully_shard(layer)
    net = Wrapped(backbone, width)
    fully_shard(net)
