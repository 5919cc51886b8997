"""Builds, shards by a helper of another package, trains."""

import torch

import engine
from engine import apply_fsdp
from recipes import RECIPES


def direct(net, mesh):
    engine.apply_fsdp(net, mesh)
    return torch.optim.AdamW(net.parameters())


def direct_wrong(net, mesh):
    optimizer = torch.optim.AdamW(net.parameters())  # expect: optimizer-before-shard
    apply_fsdp(net, mesh, precision="fp32")
    return optimizer


def through_a_table(net, mesh, name: str):
    RECIPES[name].shard(net, mesh)
    return torch.optim.AdamW(net.parameters())


def recursive(net, mesh, units):
    engine.shard_tree(net, (*units, type(net)), mesh=mesh)
    return torch.optim.AdamW(net.parameters())


def unknown_callback(net, mesh, plan):
    optimizer = torch.optim.AdamW(net.parameters())
    plan(net, mesh)
    return optimizer
