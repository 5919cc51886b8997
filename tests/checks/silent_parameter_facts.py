"""Size, shape, rank and kind of a sharded parameter are those of the whole one."""

import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


def groups(net, decay: float):
    matrices, vectors, embeddings = [], [], []
    for name, parameter in net.named_parameters():
        if "embed" in name:
            embeddings.append(parameter)
        elif parameter.ndim >= 2:
            matrices.append(parameter)
        else:
            vectors.append(parameter)
    return [
        {"params": matrices, "weight_decay": decay},
        {"params": vectors + embeddings, "weight_decay": 0.0},
    ]


def train(net, batches):
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    count = sum(p.numel() for p in net.parameters())
    bytes_of_weights = sum(p.numel() * p.element_size() for p in net.parameters())
    assert all(isinstance(p, nn.Parameter) for p in net.parameters())
    print(f"{count} parameters, {bytes_of_weights} bytes, head {tuple(net.head.weight.shape)}")
    optimizer = torch.optim.AdamW(groups(net, 0.1))
    for batch in batches:
        net(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
