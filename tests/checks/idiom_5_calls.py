"""Receivers of forward() that are not sharded modules, and calls that are right."""

import types

import torch
from torch import nn
from torch.distributed.fsdp import fully_shard
from torch.nn.parallel import DistributedDataParallel


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 2 * x * grad


class Base(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.linear = nn.Linear(width, width)

    def forward(self, x):
        return Square.apply(self.linear(x))


class Scaled(Base):
    def forward(self, x):
        return 0.5 * super().forward(x)


class Explicit(Base):
    def forward(self, x):
        return Base.forward(self, x) + 1


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.blocks = nn.ModuleList(Scaled(width) for _ in range(depth))
        self.tail = Explicit(width)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.tail.forward(x)


class Schedule:
    def forward(self, step: int) -> float:
        return 1.0 / (step + 1)


def build():
    net = Net(32, 4)
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    return net


def right(batches, schedule: Schedule):
    net = build()
    for step, batch in enumerate(batches):
        net(batch).mul(schedule.forward(step)).mean().backward()


def wrong(batches):
    net = build()
    for batch in batches:
        net.forward(batch).mean().backward()  # expect: direct-forward-call


def block_alone(batch):
    net = build()
    net(batch)
    return net.blocks[0](batch)


def block_alone_wrong(batch):
    net = build()
    net(batch)
    return net.blocks[0].forward(batch)  # expect: direct-forward-call


def rebound(batch):
    net = build()
    original = net.forward

    def timed(self, x):
        return original(x)

    net.forward = types.MethodType(timed, net)
    return net(batch)


def ddp(net, batch):
    net = DistributedDataParallel(net)
    return net.module.forward(batch)


def unknown(engine, batch):
    return engine.forward(batch)
