"""The module's own pre-hook turns full tensors into DTensors."""

import torch
from torch import nn
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor, distribute_tensor


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(8, 8)
        self.register_load_state_dict_pre_hook(self._distribute)

    @staticmethod
    def _distribute(module, state_dict, prefix, *args):
        for name, p in module.named_parameters():
            if isinstance(p, DTensor):
                full = state_dict[prefix + name]
                state_dict[prefix + name] = distribute_tensor(
                    full, p.device_mesh, p.placements
                )


def restore(path):
    net = Net()
    fully_shard(net)
    net.load_state_dict(torch.load(path, map_location="cuda"))
    return net
