import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


class Layer(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.linear = nn.Linear(width, width)

    def forward(self, x):
        return torch.relu(self.linear(x))


class Regressor(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.stem = nn.Linear(width, width)
        self.layers = nn.ModuleList(Layer(width) for _ in range(depth))
        self.out = nn.Linear(width, 1)

    def forward(self, x):
        x = self.stem(x)
        for layer in self.layers:
            x = layer(x)
        return self.out(x)


def train_layers_only(mesh, batches):
    net = Regressor(32, 6)
    for layer in net.layers:
        fully_shard(layer, mesh=mesh)  # expect: missing-root-shard
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, foreach=False)
    for x, y in batches:
        (net(x) - y).square().mean().backward()
        optimizer.step()
        optimizer.zero_grad()


def train_all(mesh, batches):
    net = Regressor(32, 6)
    for layer in net.layers:
        fully_shard(layer, mesh=mesh)
    fully_shard(net, mesh=mesh)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in batches:
        (net(x) - y).square().mean().backward()
        optimizer.step()
        optimizer.zero_grad()


def shard_layers(net, mesh):
    for layer in net.layers:
        fully_shard(layer, mesh=mesh)


def root_follows_in_the_caller(mesh):
    net = Regressor(32, 6)
    shard_layers(net, mesh)
    fully_shard(net, mesh=mesh)
    return net, torch.optim.SGD(net.parameters(), lr=0.1)


def the_rest_is_frozen(mesh):
    net = Regressor(32, 6)
    net.stem.requires_grad_(False)
    net.out.requires_grad_(False)
    for layer in net.layers:
        fully_shard(layer, mesh=mesh)
    return net, torch.optim.SGD(net.layers.parameters(), lr=0.1)
