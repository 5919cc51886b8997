"""Options travel in dicts that are built, changed and copied on the way."""

import copy

import torch
from torch.distributed.fsdp import CPUOffloadPolicy, MixedPrecisionPolicy, fully_shard


def options_of(mesh, offload: bool):
    options = dict(mesh=mesh, mp_policy=MixedPrecisionPolicy(param_dtype=torch.bfloat16))
    if offload:
        options["offload_policy"] = CPUOffloadPolicy()
    return options


def other_for_the_root(net, mesh, offload: bool):
    options = options_of(mesh, offload)
    options["reshard_after_forward"] = True
    for block in net.blocks:
        fully_shard(block, **options)
    root_options = {k: v for k, v in options.items() if k != "reshard_after_forward"}
    fully_shard(net, **root_options)


def precision_for_a_part(net, mesh):
    options = options_of(mesh, offload=False)
    exact = copy.copy(options)
    exact["mp_policy"] = MixedPrecisionPolicy()
    for block in net.blocks:
        fully_shard(block.router, **exact)
        fully_shard(block, **options)
    fully_shard(net.head, **{**options, "reshard_after_forward": False})
    fully_shard(net, **options | {"reshard_after_forward": False})


def old_key(net, mesh):
    options = options_of(mesh, offload=False)
    options["sharding_strategy"] = "full"  # expect: fsdp1-api-on-fsdp2
    fully_shard(net, **options)


def key_removed(net, mesh):
    options = {"mesh": mesh, "sharding_strategy": "full"}
    options.pop("sharding_strategy")
    fully_shard(net, **options)


def unknown_key(net, mesh, name: str):
    options = {"mesh": mesh}
    options[name] = True
    fully_shard(net, **options)
