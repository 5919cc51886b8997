"""Lightning calls configure_model, then configure_optimizers, then trains."""

import lightning
import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


class Net(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.embed = nn.Embedding(100, dim)
        self.layers = nn.ModuleList(nn.Linear(dim, dim) for _ in range(4))

    def forward(self, x):
        return self.layers[0](self.embed(x))


class WithoutRoot(lightning.LightningModule):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim
        self.net = None

    def configure_model(self):
        if self.net is not None:
            return
        with torch.device("meta"):
            net = Net(self.dim)
        for layer in net.layers:
            fully_shard(layer, mesh=self.device_mesh)  # expect: missing-root-shard
        self.net = torch.compile(net)

    def training_step(self, batch):
        return self.net(batch).sum()

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=1e-4)


class WithoutRootByItsPart(lightning.LightningModule):
    def configure_model(self):
        self.net = Net(8)
        for layer in self.net.layers:
            fully_shard(layer)  # expect: missing-root-shard

    def configure_optimizers(self):
        return torch.optim.Adam(self.net.parameters(), lr=1e-4)


class Whole(lightning.LightningModule):
    def configure_model(self):
        with torch.device("meta"):
            self.net = Net(8)
        for layer in self.net.layers:
            fully_shard(layer, mesh=self.device_mesh)
        fully_shard(self.net, mesh=self.device_mesh)

    def training_step(self, batch):
        return self.net(batch).sum()

    def configure_optimizers(self):
        return torch.optim.Adam(self.net.parameters(), lr=1e-4)


class CalledPastItsHooks(lightning.LightningModule):
    def configure_model(self):
        self.net = Net(8)
        for layer in self.net.layers:
            fully_shard(layer)
        fully_shard(self.net)

    def training_step(self, batch):
        return self.net.forward(batch).sum()  # expect: direct-forward-call


class WeightInForward(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(8, 8)

    def configure_model(self):
        self.head = fully_shard(self.head, mesh=self.device_mesh)

    def forward(self, x):
        y = x + 1
        z = y * 2
        return nn.functional.linear(z, self.head.weight.float())  # expect: sharded-param-used-outside-forward
