from torch import nn
from torch.distributed.fsdp import fully_shard


class Mixture(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.towers = nn.ModuleDict({"text": nn.Linear(width, width), "image": nn.Linear(width, width)})
        self.steps = nn.ModuleList([nn.Linear(width, width) for _ in range(3)])
        self.tail = nn.Sequential(nn.Linear(width, width), nn.ReLU())

    def forward(self, x):
        x = self.towers["text"](x) + self.towers["image"](x)
        for step in self.steps:
            x = step(x)
        return self.tail(x)


def wrong(width: int):
    net = Mixture(width)
    fully_shard(net.towers)  # expect: shard-container-module
    fully_shard(net.steps)  # expect: shard-container-module
    fully_shard(net)
    return net


def right(width: int):
    net = Mixture(width)
    for tower in net.towers.values():
        fully_shard(tower)
    for step in net.steps:
        fully_shard(step)
    fully_shard(net.tail)
    fully_shard(net)
    return net


def local_list(width: int):
    layers = nn.ModuleList([nn.Linear(width, width)])
    fully_shard(layers)  # expect: shard-container-module
    return layers
