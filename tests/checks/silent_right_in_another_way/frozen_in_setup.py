"""Lightning calls setup() before configure_model(), and it freezes the embedding."""

import lightning as L
import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


class Lit(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(10, 8)
        self.layers = nn.ModuleList(nn.Linear(8, 8) for _ in range(2))

    def setup(self, stage):
        self.embed.requires_grad_(False)

    def configure_model(self):
        for layer in self.layers:
            fully_shard(layer, mesh=self.device_mesh)

    def configure_optimizers(self):
        return torch.optim.AdamW([p for p in self.parameters() if p.requires_grad])
