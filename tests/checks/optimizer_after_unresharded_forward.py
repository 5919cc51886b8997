import copy

import torch
from torch.distributed.fsdp import CPUOffloadPolicy, fully_shard


def build(net):
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    return net


def warmed_up(net, example):
    net = build(net)
    with torch.no_grad():
        net(example)
    return torch.optim.AdamW(net.parameters(), lr=1e-3)  # expect: optimizer-after-unresharded-forward


@torch.no_grad()
def score(net, batches):
    return [net(batch).mean() for batch in batches]


def scored_first(net, batches):
    build(net)
    baseline = score(net, batches)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)  # expect: optimizer-after-unresharded-forward
    return optimizer, baseline


def resharded_again(net, example):
    build(net)
    with torch.no_grad():
        net(example)
    net.reshard()
    return torch.optim.AdamW(net.parameters(), lr=1e-3)


def optimizer_first(net, example):
    build(net)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
    with torch.no_grad():
        net(example)
    return optimizer


def backward_reshards(net, example):
    build(net)
    net(example).mean().backward()
    return torch.optim.AdamW(net.parameters(), lr=1e-3)


def root_reshards_by_itself(net, example):
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net, reshard_after_forward=True)
    with torch.no_grad():
        net(example)
    return torch.optim.AdamW(net.parameters(), lr=1e-3)


def with_settings(net, mesh, example, keep):
    settings = {"mesh": mesh, "reshard_after_forward": True}
    if net.on_cpu:
        settings["offload_policy"] = CPUOffloadPolicy()
    for block in net.blocks:
        fully_shard(block, **settings)
    of_root = copy.deepcopy(settings)
    of_root["reshard_after_forward"] = keep
    fully_shard(net, **of_root)
    with torch.no_grad():
        net(example)
    return net


def root_left_whole(net, mesh, example):
    with_settings(net, mesh, example, False)
    return torch.optim.AdamW(net.parameters(), lr=1e-3)  # expect: optimizer-after-unresharded-forward


def root_resharded(net, mesh, example):
    with_settings(net, mesh, example, True)
    return torch.optim.AdamW(net.parameters(), lr=1e-3)
