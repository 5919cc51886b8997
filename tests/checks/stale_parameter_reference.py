import torch
from torch.distributed.fsdp import fully_shard


def shard(net, mesh):
    for layer in net.layers:
        fully_shard(layer, mesh=mesh)
    return fully_shard(net, mesh=mesh)


def clipped_with_an_old_list(net, mesh, batches):
    weights = list(net.parameters())  # expect: stale-parameter-reference
    shard(net, mesh)
    optimizer = torch.optim.AdamW(net.parameters())
    for batch in batches:
        net(batch).mean().backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        optimizer.zero_grad()


def hooked_too_early(net, mesh, record):
    for parameter in net.parameters():
        parameter.register_post_accumulate_grad_hook(record)  # expect: stale-parameter-reference
    shard(net, mesh)
    return net


def taken_in_time(net, mesh, batches, record):
    shard(net, mesh)
    weights = list(net.parameters())
    for weight in weights:
        weight.register_post_accumulate_grad_hook(record)
    optimizer = torch.optim.AdamW(weights)
    for batch in batches:
        net(batch).mean().backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        optimizer.zero_grad()


def only_counted_and_named(net, mesh):
    names = [name for name, _ in net.named_parameters()]
    count = sum(p.numel() for p in net.parameters())
    for name, parameter in net.named_parameters():
        parameter.requires_grad_("adapter" in name)
    shard(net, mesh)
    return names, count
