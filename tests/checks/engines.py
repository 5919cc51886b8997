"""Engines of a framework: somebody else calls initialize() first, then the rest."""

import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict
from torch.distributed.fsdp import fully_shard


class Engine:
    def __init__(self, config):
        self.config = config
        self.model = None

    def load_plain(self, path):
        self.model.load_state_dict(torch.load(path))  # expect: load-full-into-sharded

    def initialize(self):
        self.model = self.config.build()
        self.model.load_state_dict(torch.load(self.config.path))
        for layer in self.model.layers:
            fully_shard(layer)
        fully_shard(self.model)
        self.optimizer = torch.optim.AdamW(self.model.parameters())

    def score(self, x):
        return self.model.forward(x)  # expect: direct-forward-call

    def score_well(self, x):
        return self.model(x)

    def save(self, path):
        if dist.get_rank() == 0:
            torch.save(self.model.state_dict(), path)  # expect: save-sharded-state-dict

    def save_well(self, path):
        state = get_model_state_dict(self.model, options=StateDictOptions(full_state_dict=True))
        if dist.get_rank() == 0:
            torch.save(state, path)


class Maker:
    """What it makes is another one each time."""

    def setup(self):
        model = self.build()
        fully_shard(model)
        return model

    def load_plain(self, path):
        self.model.load_state_dict(torch.load(path))


class Counter:
    """What a function inside remembers is what the others read."""

    def run(self, net):
        sharded = False

        def shard():
            nonlocal sharded
            fully_shard(net)
            sharded = True

        shard()
        if not sharded:
            net.forward(1)
