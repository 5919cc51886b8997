"""Switching gradient sync off and on again has many shapes."""

import contextlib

import torch
from torch.distributed.fsdp import FSDPModule, fully_shard


def build(net):
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    return net, torch.optim.AdamW(net.parameters())


def by_expression(net, batches, every: int):
    net, optimizer = build(net)
    for i, batch in enumerate(batches):
        net.set_requires_gradient_sync(i % every == every - 1)
        (net(batch).mean() / every).backward()
        if i % every == every - 1:
            optimizer.step()
            optimizer.zero_grad()


@contextlib.contextmanager
def quiet(net):
    net.set_requires_gradient_sync(False)
    try:
        yield
    finally:
        net.set_requires_gradient_sync(True)


def by_context(net, micro_batches):
    net, optimizer = build(net)
    with quiet(net):
        for batch in micro_batches[:-1]:
            net(batch).mean().backward()
    net(micro_batches[-1]).mean().backward()
    optimizer.step()


class Quiet:
    def __init__(self, net):
        self.net = net

    def __enter__(self):
        self.net.set_requires_gradient_sync(False)

    def __exit__(self, *_):
        self.net.set_requires_gradient_sync(True)


def by_class(net, micro_batches):
    net, optimizer = build(net)
    with Quiet(net):
        for batch in micro_batches[:-1]:
            net(batch).mean().backward()
    net(micro_batches[-1]).mean().backward()
    optimizer.step()


class Trainer:
    def __init__(self, net, every: int):
        self.net, self.optimizer = build(net)
        self.every = every

    def micro_step(self, index: int, batch):
        if index == 0:
            self.net.set_requires_gradient_sync(False)
        elif index == self.every - 1:
            self.net.set_requires_gradient_sync(True)
        self.net(batch).mean().backward()
        if index == self.every - 1:
            self.optimizer.step()
            self.optimizer.zero_grad()


def unit_by_unit(net, micro_batches):
    net, optimizer = build(net)
    for i, batch in enumerate(micro_batches):
        for module in net.modules():
            if isinstance(module, FSDPModule):
                module.set_requires_gradient_sync(i == len(micro_batches) - 1, recurse=False)
        net(batch).mean().backward()
    optimizer.step()


def replicas_only(net, micro_batches):
    net, optimizer = build(net)
    net.set_requires_all_reduce(False)
    for batch in micro_batches[:-1]:
        net(batch).mean().backward()
    net.set_requires_gradient_sync(True)
    net(micro_batches[-1]).mean().backward()
    optimizer.step()


def never_again(net, micro_batches):
    net, optimizer = build(net)
    net.set_requires_gradient_sync(False)  # expect: grad-sync-never-restored
    for batch in micro_batches:
        net(batch).mean().backward()
    optimizer.step()


def other_setters(net, micro_batches):
    net, optimizer = build(net)
    for i, batch in enumerate(micro_batches):
        last = i == len(micro_batches) - 1
        net.set_is_last_backward(last)
        net.set_reshard_after_backward(last)
        net(batch).mean().backward()
    optimizer.step()
