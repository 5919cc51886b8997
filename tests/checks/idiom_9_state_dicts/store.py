"""Checkpoints of every kind."""

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.state_dict import (
    StateDictOptions,
    get_model_state_dict,
    get_state_dict,
    set_state_dict,
)
from torch.distributed.checkpoint.stateful import Stateful


class AppState(Stateful):
    def __init__(self, net, optimizer):
        self.net = net
        self.optimizer = optimizer

    def state_dict(self):
        weights, moments = get_state_dict(self.net, self.optimizer)
        return {"net": weights, "optimizer": moments}

    def load_state_dict(self, state):
        set_state_dict(
            self.net,
            self.optimizer,
            model_state_dict=state["net"],
            optim_state_dict=state["optimizer"],
        )


def save_sharded(net, optimizer, folder):
    dcp.save({"app": AppState(net, optimizer)}, checkpoint_id=folder)


def load_sharded(net, optimizer, folder):
    dcp.load({"app": AppState(net, optimizer)}, checkpoint_id=folder)


def whole_weights(net):
    options = StateDictOptions(full_state_dict=True, cpu_offload=True)
    return get_model_state_dict(net, options=options)


def whole_weights_by_hand(net):
    weights = {}
    for name, value in net.state_dict().items():
        whole = value.full_tensor()
        if dist.get_rank() == 0:
            weights[name] = whole.cpu()
        del whole
    return weights


def write(state, path):
    torch.save(state, path)
