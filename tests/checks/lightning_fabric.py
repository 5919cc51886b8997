"""Fabric calls what the strategy and launch() were given."""

import lightning as L
import torch
from lightning.fabric.strategies import ModelParallelStrategy
from torch import nn
from torch.distributed.fsdp import fully_shard


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(100, 8)
        self.layers = nn.ModuleDict()
        for i in range(4):
            self.layers[str(i)] = nn.Linear(8, 8)

    def forward(self, x):
        x = self.embed(x)
        for layer in self.layers.values():
            x = layer(x)
        return x


def layers_only(model, device_mesh):
    for layer in model.layers.values():
        fully_shard(layer, mesh=device_mesh["data_parallel"])  # expect: missing-root-shard
    return model


def over_both_dimensions(model, device_mesh):
    for layer in model.layers.values():
        fully_shard(layer, mesh=device_mesh)  # expect: non-dp-mesh-in-fully-shard
    return fully_shard(model, mesh=device_mesh["tensor_parallel"])  # expect: non-dp-mesh-in-fully-shard


def right(model, device_mesh):
    for layer in model.layers.values():
        fully_shard(layer, mesh=device_mesh["data_parallel"])
    return fully_shard(model, mesh=device_mesh["data_parallel"])


def train(fabric, batches):
    with torch.device("meta"):
        model = Net()
    model = fabric.setup(model)
    optimizer = fabric.setup_optimizers(torch.optim.AdamW(model.parameters()))
    for batch in batches:
        fabric.backward(model.forward(batch).sum())
        optimizer.step()
        optimizer.zero_grad()
    fabric.save("model.ckpt", {"model": model, "optimizer": optimizer})


def train_layers(batches):
    strategy = ModelParallelStrategy(parallelize_fn=layers_only)
    fabric = L.Fabric(devices=4, strategy=strategy)
    fabric.launch(train, batches)


def train_over_both(batches, devices):
    strategy = "auto"
    if devices > 1:
        strategy = ModelParallelStrategy(parallelize_fn=over_both_dimensions)
    train(L.Fabric(devices=devices, strategy=strategy), batches)


def train_well(batches):
    fabric = L.Fabric(devices=4, strategy=ModelParallelStrategy(parallelize_fn=right))
    fabric.launch(train, batches)
