"""The only call of the file that touches gradient synchronisation switches it off."""

import torch
from torch.distributed.fsdp import fully_shard


def accumulate(net, batches, every):
    for layer in net.layers:
        fully_shard(layer)
    fully_shard(net)
    optimizer = torch.optim.AdamW(net.parameters())
    for index, batch in enumerate(batches):
        last = index % every == every - 1
        if not last:
            net.set_requires_gradient_sync(False)  # expect: grad-sync-never-restored
        net(batch).mean().backward()
        if last:
            optimizer.step()
            optimizer.zero_grad()
