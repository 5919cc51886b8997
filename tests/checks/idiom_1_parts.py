"""Models of parts: towers that are units of their own, experts on another mesh, ignored parameters,
only some layers on purpose, several model parts, code in with and match."""

import contextlib

import torch
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import Shard


class Tower(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.linear = nn.Linear(width, width)

    def forward(self, x):
        return self.linear(x)


class Pair(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.vision = Tower(width)
        self.text = nn.ModuleList(Tower(width) for _ in range(depth))
        self.join = nn.Linear(width, width)

    def forward(self, image, ids):
        x = self.vision(image)
        for layer in self.text:
            ids = layer(ids)
        return self.join(x + ids)


def tower_as_one_unit(mesh):
    pair = Pair(64, 4)
    fully_shard(pair.vision, mesh=mesh)
    for layer in pair.text:
        fully_shard(layer, mesh=mesh)
    fully_shard(pair, mesh=mesh)
    return torch.optim.AdamW(pair.parameters())


def experts_elsewhere(net, ep_degree: int, world: int):
    grid = init_device_mesh("cuda", (world // ep_degree, ep_degree), mesh_dim_names=("dp_shard", "ep"))
    for block in net.blocks:
        fully_shard(
            block.experts,
            mesh=grid["dp_shard"],
            shard_placement_fn=lambda p: Shard(1) if p.ndim > 2 else None,
        )
        block.experts.set_gradient_divide_factor(world)
        fully_shard(block, mesh=grid["dp_shard"])
    fully_shard(net, mesh=grid["dp_shard"])
    return torch.optim.AdamW(net.parameters())


def frozen_and_ignored(net, mesh):
    ignored = set(net.quantised.parameters()) | {p for p in net.parameters() if p.dtype == torch.uint8}
    for parameter in ignored:
        parameter.requires_grad_(False)
    for block in net.blocks:
        fully_shard(block, mesh=mesh, ignored_params=ignored)
    fully_shard(net, mesh=mesh, ignored_params=ignored)
    return torch.optim.AdamW([p for p in net.parameters() if p.requires_grad])


def several_parts(parts, mesh, x):
    for part in parts:
        for block in part.blocks:
            fully_shard(block, mesh=mesh)
        fully_shard(part, mesh=mesh)
    optimizers = [torch.optim.AdamW(part.parameters()) for part in parts]
    for part in parts:
        x = part(x)
    return x, optimizers


def several_parts_wrong(parts, mesh):
    optimizers = [torch.optim.AdamW(part.parameters()) for part in parts]  # expect: optimizer-before-shard
    for part in parts:
        fully_shard(part, mesh=mesh)
    return optimizers


def in_with_and_match(net, mesh, mode: str, patched=contextlib.nullcontext):
    with patched():
        match mode:
            case "flat":
                fully_shard(net, mesh=mesh)
            case "layers":
                for block in net.blocks:
                    fully_shard(block, mesh=mesh)
                fully_shard(net, mesh=mesh)
            case _:
                raise ValueError(mode)
    return torch.optim.AdamW(net.parameters())


def in_with_and_match_wrong(net, mesh, mode: str):
    optimizer = torch.optim.AdamW(net.parameters())  # expect: optimizer-before-shard
    with contextlib.nullcontext():
        match mode:
            case "flat":
                fully_shard(net, mesh=mesh)
            case _:
                return None
    return optimizer
