"""A method name that is nearly right is an attribute that a sharded module does not have."""

from harness import Net, attempt, shard

PAIRS = {
    "set_requires_grad_sync": ("set_requires_gradient_sync", (True,)),
    "set_requires_allreduce": ("set_requires_all_reduce", (True,)),
    "set_reshard_after_bwd": ("set_reshard_after_backward", (True,)),
    "unshard_parameters": ("unshard", ()),
}


def bad(rank):
    net = shard(Net())
    return {attempt(lambda n=name: getattr(net, n)) for name in PAIRS}


def good(rank):
    net = shard(Net())
    return {attempt(lambda n=n, a=a: getattr(net, n)(*a)) for n, a in PAIRS.values()}


def verify(bad, good):
    assert all(outcome.value == {"AttributeError"} for outcome in bad)
    assert all(outcome.value == {"ok"} for outcome in good)
