"""Clipping and optimizers that work on sharded parameters as they are."""

import torch
from torch.distributed.fsdp import fully_shard


def shard(net, ignored=None):
    for block in net.blocks:
        fully_shard(block, ignored_params=ignored)
    return fully_shard(net, ignored_params=ignored)


def clipped(net, batches):
    shard(net)
    optimizer = torch.optim.AdamW(net.parameters(), foreach=True)
    for batch in batches:
        net(batch).mean().backward()
        norm = torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        torch.nn.utils.clip_grad_value_(net.parameters(), 10.0)
        print(norm.item())
        optimizer.step()
        optimizer.zero_grad()


def fused(net):
    return torch.optim.AdamW(shard(net).parameters(), fused=True)


def second_order(net, batch):
    shard(net)
    optimizer = torch.optim.LBFGS(net.parameters())

    def closure():
        optimizer.zero_grad()
        loss = net(batch).mean()
        loss.backward()
        return loss

    optimizer.step(closure)


def muon(net):
    shard(net)
    matrices = [p for p in net.parameters() if p.ndim == 2]
    others = [p for p in net.parameters() if p.ndim != 2]
    return torch.optim.Muon(matrices), torch.optim.AdamW(others)


def ignored_in_a_group_of_their_own(net):
    ignored = set(net.router.parameters())
    shard(net, ignored)
    sharded = [p for p in net.parameters() if p not in ignored]
    return torch.optim.AdamW([{"params": sharded}, {"params": list(ignored)}])


def step_inside_backward(net, batch):
    shard(net)
    optimizers = {p: torch.optim.SGD([p], lr=0.1) for p in net.parameters()}

    def step(parameter):
        optimizers[parameter].step()
        optimizers[parameter].zero_grad()

    for parameter in net.parameters():
        parameter.register_post_accumulate_grad_hook(step)
    net(batch).mean().backward()
