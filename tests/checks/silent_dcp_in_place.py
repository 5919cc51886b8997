"""The tensors of a live state dict are the parameters: dcp.load fills them in place."""

import torch
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.state_dict import get_optimizer_state_dict, get_state_dict
from torch.distributed.fsdp import fully_shard


def resume(net, folder, batches):
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    dcp.load({"net": net.state_dict()}, checkpoint_id=folder)
    optimizer = torch.optim.AdamW(net.parameters())
    for batch in batches:
        net(batch).mean().backward()
        moments = get_optimizer_state_dict(net, optimizer)
        optimizer.step()
        optimizer.zero_grad()
        dcp.save({"net": net.state_dict(), "optimizer": moments}, checkpoint_id=folder)


def fresh_optimizer(net, folder):
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    optimizer = torch.optim.AdamW(net.parameters())
    weights, moments = get_state_dict(net, optimizer)
    dcp.load({"net": weights, "optimizer": moments}, checkpoint_id=folder)
    return net, optimizer


def save_then_load(net, folder):
    dcp.save({"net": net.state_dict()}, checkpoint_id=folder)
    dcp.load({"net": net.state_dict()}, checkpoint_id=folder)
