import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


def shard_everything(net, mesh):
    for stage in net.stages:
        fully_shard(stage, mesh=mesh)
    fully_shard(net, mesh=mesh)


def make_optimizer(net, lr):
    decayed = [p for p in net.parameters() if p.ndim > 1]
    others = [p for p in net.parameters() if p.ndim <= 1]
    return torch.optim.AdamW([{"params": decayed, "weight_decay": 0.1}, {"params": others}], lr=lr)


def straight(net, mesh):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)  # expect: optimizer-before-shard
    shard_everything(net, mesh)
    return net, optimizer


def through_a_factory(net, mesh):
    optimizer = make_optimizer(net, lr=1e-3)  # expect: optimizer-before-shard
    shard_everything(net, mesh)
    return net, optimizer


def between_layers_and_root(net, mesh):
    for stage in net.stages:
        fully_shard(stage, mesh=mesh)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)  # expect: optimizer-before-shard
    fully_shard(net, mesh=mesh)
    return optimizer


class Session:
    def __init__(self, net: nn.Module, mesh):
        self.net = net
        self.optimizer = torch.optim.AdamW(self.net.parameters())  # expect: optimizer-before-shard
        self._shard(mesh)

    def _shard(self, mesh):
        shard_everything(self.net, mesh)


def right_order(net, mesh):
    shard_everything(net, mesh)
    return make_optimizer(net, lr=1e-3)


def another_module(generator, critic, mesh):
    critic_optimizer = torch.optim.Adam(critic.parameters(), lr=1e-4)
    shard_everything(generator, mesh)
    return torch.optim.Adam(generator.parameters(), lr=1e-4), critic_optimizer


def built_again(net, mesh, probe):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    probe(net, optimizer)
    shard_everything(net, mesh)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    return net, optimizer


def pointed_at_the_new_parameters(net, mesh):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    shard_everything(net, mesh)
    optimizer.param_groups[0]["params"] = list(net.parameters())
    return net, optimizer
