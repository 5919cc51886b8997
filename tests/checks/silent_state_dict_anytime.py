"""state_dict() reshards what is gathered, so it is right between any two calls."""

import torch
from torch.distributed.fsdp import fully_shard


def probe(net, batches, keep):
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    optimizer = torch.optim.AdamW(net.parameters())
    for batch in batches:
        loss = net(batch).mean()
        keep(net.state_dict())
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    with torch.no_grad():
        net(batch)
    saved = net.state_dict()
    net.unshard()
    keep(net.state_dict())
    net.reshard()
    with torch.no_grad():
        net(batch)
    net.load_state_dict(saved)
