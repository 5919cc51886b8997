"""Optimizers by name, in groups, and one object that steps several."""

import torch

REGISTRY = {"adamw": torch.optim.AdamW, "sgd": torch.optim.SGD}


def build_optimizer(net, name: str = "adamw", lr: float = 1e-3):
    trainable = filter(lambda p: p.requires_grad, net.parameters())
    return REGISTRY[name](trainable, lr=lr)


class Optimizers:
    def __init__(self, parts, lr: float):
        self.optimizers = [torch.optim.AdamW(part.parameters(), lr=lr) for part in parts]

    def step(self):
        for optimizer in self.optimizers:
            optimizer.step()

    def zero_grad(self):
        for optimizer in self.optimizers:
            optimizer.zero_grad()
