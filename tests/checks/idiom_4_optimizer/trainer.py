"""The optimizer and the sharding lie in different methods and files."""

import copy

import torch

from optimizers import Optimizers, build_optimizer
from sharding import shard


class Trainer:
    def __init__(self, net):
        self.net = net
        self.optimizer = None

    def setup(self):
        self.configure_model()
        self.optimizer = self.configure_optimizers()

    def configure_model(self):
        shard(self.net)

    def configure_optimizers(self):
        return build_optimizer(self.net, "adamw")

    def step(self, batch):
        self.net(batch).mean().backward()
        self.optimizer.step()
        self.optimizer.zero_grad()


class HastyTrainer(Trainer):
    def setup(self):
        self.optimizer = self.configure_optimizers()  # expect: optimizer-before-shard
        self.configure_model()


def run(net, batches):
    trainer = Trainer(net)
    trainer.setup()
    for batch in batches:
        trainer.step(batch)


def run_hastily(net, batches):
    trainer = HastyTrainer(net)
    trainer.setup()
    for batch in batches:
        trainer.step(batch)


def several_parts(parts):
    for part in parts:
        shard(part)
    return Optimizers(parts, lr=1e-3)


def several_parts_wrong(parts):
    optimizers = Optimizers(parts, lr=1e-3)  # expect: optimizer-before-shard
    for part in parts:
        shard(part)
    return optimizers


def parity(net, batches):
    reference = copy.deepcopy(net)
    reference_optimizer = torch.optim.SGD(reference.parameters(), lr=0.1)
    shard(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for batch in batches:
        for model, stepper in ((reference, reference_optimizer), (net, optimizer)):
            model(batch).sum().backward()
            stepper.step()
            stepper.zero_grad()


def parameters_swapped(net):
    optimizer = build_optimizer(net)
    by_name = {id(p): name for name, p in net.named_parameters()}
    shard(net)
    fresh = dict(net.named_parameters())
    for group in optimizer.param_groups:
        group["params"] = [fresh[by_name[id(p)]] for p in group["params"]]
    return optimizer


def prepared_by_a_library(net, accelerator):
    optimizer = torch.optim.AdamW(net.parameters())
    net, optimizer = accelerator.prepare(net, optimizer)
    return net, optimizer
