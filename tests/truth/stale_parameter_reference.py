"""A list of parameters taken before sharding has no gradients, so clipping with it clips nothing.
Hooks registered on the old parameters never run."""

import torch
from harness import Net, batch, shard


def clip(net, parameters, rank):
    (100 * net(batch(rank)).square().mean()).backward()
    norm = torch.nn.utils.clip_grad_norm_(parameters, max_norm=0.5)
    after = torch.nn.utils.get_total_norm([p.grad for p in net.parameters()])
    return {"norm": float(norm), "after": after.full_tensor().item()}


def count_hooks(net, calls):
    for parameter in net.parameters():
        parameter.register_post_accumulate_grad_hook(lambda p: calls.append(1))


def bad(rank):
    net, calls = Net(), []
    parameters = list(net.parameters())
    count_hooks(net, calls)
    shard(net)
    return {**clip(net, parameters, rank), "hooks": len(calls)}


def good(rank):
    net, calls = shard(Net()), []
    count_hooks(net, calls)
    return {**clip(net, list(net.parameters()), rank), "hooks": len(calls)}


def verify(bad, good):
    for outcome in bad:
        assert outcome.value["norm"] == 0.0
        assert outcome.value["after"] > 1.0
        assert outcome.value["hooks"] == 0
    for outcome in good:
        assert outcome.value["norm"] > 1.0
        assert outcome.value["after"] < 0.51
        assert outcome.value["hooks"] == len(list(Net().parameters()))
