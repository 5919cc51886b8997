"""Meta device, sharding, memory, values: the step that gives values has many forms."""

import contextlib

import torch
import torch.distributed.checkpoint as dcp
from torch import nn
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import distribute_tensor


class Rope(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.width = width
        self.register_buffer("table", self.make(), persistent=False)

    def make(self):
        return torch.outer(torch.arange(64.0), torch.arange(self.width // 2).float().neg().exp())

    def reset_parameters(self):
        self.table = self.make().to(self.table.device)


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.rope = Rope(width)
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))

    def _init_weights(self, module):
        if isinstance(module, nn.Linear):
            nn.init.normal_(module.weight, std=0.02)
            nn.init.zeros_(module.bias)

    def init_weights(self):
        self.apply(self._init_weights)
        self.rope.reset_parameters()

    def forward(self, x):
        for layer in self.layers:
            x = torch.relu(layer(x))
        return x


def shard(net):
    for layer in net.layers:
        fully_shard(layer)
    return fully_shard(net)


def fit(net, batches):
    optimizer = torch.optim.AdamW(net.parameters())
    for batch in batches:
        net(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()


def lazy(on_meta: bool):
    context = torch.device("meta") if on_meta else contextlib.nullcontext()
    with context:
        return shard(Net(64, 4))


def own_method(batches):
    net = lazy(True)
    net.to_empty(device="cuda")
    net.init_weights()
    fit(net, batches)


def by_apply(batches):
    net = lazy(True)
    net.to_empty(device="cuda")
    net.apply(net._init_weights)
    net.rope.reset_parameters()
    fit(net, batches)


def by_reset(batches):
    net = lazy(True)
    net.to_empty(device="cuda")
    for module in net.modules():
        if hasattr(module, "reset_parameters"):
            module.reset_parameters()
    fit(net, batches)


def by_checkpoint(batches, folder):
    net = lazy(True)
    net.to_empty(device="cuda")
    state = {"net": net.state_dict()}
    dcp.load(state, checkpoint_id=folder)
    net.load_state_dict(state["net"])
    net.rope.reset_parameters()
    fit(net, batches)


def by_assignment(batches, whole):
    net = lazy(True)
    parts = {}
    for name, value in net.state_dict().items():
        parts[name] = distribute_tensor(whole[name], value.device_mesh, value.placements)
    net.load_state_dict(parts, assign=True)
    net.rope.to_empty(device="cuda")
    net.rope.reset_parameters()
    fit(net, batches)


def by_a_stranger(batches, initialise):
    net = lazy(True)
    net.to_empty(device="cuda")
    initialise(net)
    fit(net, batches)


def forgotten(batches):
    with torch.device("meta"):
        net = Net(64, 4)
    shard(net)
    net.to_empty(device="cuda")  # expect: meta-init-not-materialized
    fit(net, batches)


def optimizer_between(batches):
    net = lazy(True)
    optimizer = torch.optim.AdamW(net.parameters())
    net.to_empty(device="cuda")
    net.init_weights()
    for batch in batches:
        net(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
