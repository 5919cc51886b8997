import torch
from torch import nn
from torch.distributed.fsdp import fully_shard, register_fsdp_forward_method
from torch.distributed.fsdp import fully_shard as shard


class Tower(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.inner = nn.Linear(width, width)

    def forward(self, x):
        return torch.tanh(self.inner.forward(x))


def called_on_the_root(net, x):
    plain = net.forward(x)
    shard(net)
    return net.forward(x) + plain  # expect: direct-forward-call


def called_on_what_is_returned(net, x):
    sharded = shard(net)
    return sharded.forward(x)  # expect: direct-forward-call


class Evaluator:
    def __init__(self, width: int):
        self.tower = fully_shard(Tower(width))

    def score(self, x):
        return self.tower.forward(x).mean()  # expect: direct-forward-call

    def score_well(self, x):
        return self.tower(x).mean()


def registered(net, x):
    fully_shard(net)
    register_fsdp_forward_method(net, "forward")
    return net.forward(x)


def gathered_by_hand(net, x):
    fully_shard(net)
    net.unshard()
    y = net.forward(x)
    net.reshard()
    return y


def not_sharded(teacher, student, x):
    fully_shard(student)
    return student(x), teacher.forward(x)


def taken_before(net, x):
    fully_shard(net)
    run = net.forward
    return run(x)  # expect: direct-forward-call


def wrapped(net, x):
    plain = net.forward

    def doubled(y):
        return plain(y * 2)

    net.forward = doubled
    fully_shard(net)
    return net(x)
