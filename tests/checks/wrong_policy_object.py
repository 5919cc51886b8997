import torch
from torch.distributed.fsdp import (
    CPUOffload,
    CPUOffloadPolicy,
    MixedPrecision,
    MixedPrecisionPolicy,
    OffloadPolicy,
    fully_shard,
)

HALF = MixedPrecision(param_dtype=torch.bfloat16)


def of_fsdp1(net):
    fully_shard(net.head, mp_policy=HALF)  # expect: wrong-policy-object
    fully_shard(net, offload_policy=CPUOffload(offload_params=True))  # expect: wrong-policy-object


def in_a_dict(net, offload: bool):
    options = {}
    if offload:
        options["offload_policy"] = CPUOffload(offload_params=True)  # expect: wrong-policy-object
    fully_shard(net, **options)


def in_a_dict_and_rejoined(net, offload: bool, dtype):
    options = {}
    if offload:
        options["offload_policy"] = CPUOffload(offload_params=True)  # expect: wrong-policy-object
    if dtype is not None:
        options["mp_policy"] = MixedPrecisionPolicy(param_dtype=dtype)
    for layer in net.layers:
        fully_shard(layer, **options)
    fully_shard(net, **options)


def chosen_on_a_branch(net, offload: bool, log):
    policy = None
    if offload:
        policy = CPUOffload(offload_params=True)
    log("offload", policy)
    fully_shard(net, offload_policy=policy)  # expect: wrong-policy-object


def none_as_precision(net):
    fully_shard(net, mp_policy=None)  # expect: wrong-policy-object


def right(net, offload: bool):
    policy = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32)
    for layer in net.layers:
        fully_shard(layer, mp_policy=policy, offload_policy=None)
    fully_shard(net, mp_policy=policy, offload_policy=CPUOffloadPolicy() if offload else OffloadPolicy())


def spread(net, policy):
    for layer in net.layers:
        fully_shard(layer, mp_policy=policy)
    fully_shard(net, mp_policy=policy)


def made_here_and_given_there(net):
    policy = MixedPrecision(param_dtype=torch.bfloat16)
    spread(net, policy)  # expect: wrong-policy-object


def with_dtype(policy, dtype):
    if policy is None:
        return None
    return MixedPrecisionPolicy(param_dtype=dtype, output_dtype=policy.output_dtype)


def none_if_the_caller_says_so(net, policy, dtype):
    own = policy
    if dtype is not None:
        own = with_dtype(policy, dtype)
    fully_shard(net, mp_policy=own)
