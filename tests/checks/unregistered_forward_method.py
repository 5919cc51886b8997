import torch
from torch import nn
from torch.distributed.fsdp import fully_shard, register_fsdp_forward_method


class Encoder(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.embed = nn.Linear(width, width)
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.width = width

    def encode(self, x):
        x = self.embed(x)
        for layer in self.layers:
            x = torch.relu(layer(x))
        return x

    def pool(self, x):
        return self(x).mean(dim=1)

    def flops(self, tokens: int) -> int:
        return 2 * tokens * self.width * self.width * len(self.layers)

    def forward(self, x):
        return self.encode(x)


def build(mesh):
    encoder = Encoder(64, 4)
    for layer in encoder.layers:
        fully_shard(layer, mesh=mesh)
    fully_shard(encoder, mesh=mesh)
    return encoder


def embed(mesh, x):
    return build(mesh).encode(x)  # expect: unregistered-forward-method


class Index:
    def __init__(self, mesh):
        self.encoder = build(mesh)

    @torch.no_grad()
    def add(self, x):
        return self.encoder.encode(x)  # expect: unregistered-forward-method

    @torch.no_grad()
    def add_pooled(self, x):
        return self.encoder.pool(x), self.encoder.flops(x.shape[1])


def embed_registered(mesh, x):
    encoder = build(mesh)
    register_fsdp_forward_method(encoder, "encode")
    return encoder.encode(x)


def embed_before(x, mesh):
    encoder = Encoder(64, 4)
    y = encoder.encode(x)
    for layer in encoder.layers:
        fully_shard(layer, mesh=mesh)
    fully_shard(encoder, mesh=mesh)
    return y, encoder


def embed_in_a_loop_of_names(mesh, x):
    encoder = build(mesh)
    for name in ("encode", "pool"):
        register_fsdp_forward_method(encoder, name)
    return encoder.encode(x)
