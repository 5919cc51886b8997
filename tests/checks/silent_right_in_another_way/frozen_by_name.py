"""All that is not in the layers is frozen by name."""

import torch
from torch.distributed.fsdp import fully_shard

from net import Net


def build():
    net = Net()
    for name, p in net.named_parameters():
        if "layers" not in name:
            p.requires_grad_(False)
    for layer in net.layers:
        fully_shard(layer)
    return net, torch.optim.SGD(
        [p for p in net.parameters() if p.requires_grad], lr=0.1
    )
