"""Sharding of any model, for all recipes."""

from torch.distributed.fsdp import FSDPModule, fully_shard

from . import policies


def apply_fsdp(net, mesh, *, precision="bf16"):
    options = {"mesh": mesh, "mp_policy": policies.PRECISIONS[precision]}
    for layer in net.layers:
        fully_shard(layer, **options)
    fully_shard(net, **{**options, "reshard_after_forward": False})
    return net


def post_order(module, units, **options):
    for child in module.children():
        post_order(child, units, **options)
    if isinstance(module, units) and not isinstance(module, FSDPModule):
        fully_shard(module, **options)
