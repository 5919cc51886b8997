import torch
from torch.distributed.fsdp import fully_shard


def build(net):
    for layer in net.layers:
        fully_shard(layer)
    fully_shard(net)
    return net, torch.optim.AdamW(net.parameters())


def left_off(net, steps):
    net, optimizer = build(net)
    for micro_batches in steps:
        net.set_requires_gradient_sync(False)  # expect: grad-sync-never-restored
        for batch in micro_batches:
            net(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()


def by_position(net, steps):
    net, optimizer = build(net)
    for micro_batches in steps:
        for i, batch in enumerate(micro_batches):
            net.set_requires_gradient_sync(i == len(micro_batches) - 1)
            net(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()


def off_and_on(net, steps):
    net, optimizer = build(net)
    for *early, last in steps:
        net.set_requires_gradient_sync(False)
        for batch in early:
            net(batch).mean().backward()
        net.set_requires_gradient_sync(True)
        net(last).mean().backward()
        optimizer.step()
        optimizer.zero_grad()


def for_ever_on_purpose(net, batches):
    net, _ = build(net)
    net.set_requires_gradient_sync(False)
    with torch.no_grad():
        return [net(batch) for batch in batches]
