import torch
from torch.distributed.fsdp import (
    FullStateDictConfig,
    ShardingStrategy,
    StateDictType,
    fully_shard,
)
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def keywords(net):
    for layer in net.layers:
        fully_shard(layer, sharding_strategy=ShardingStrategy.FULL_SHARD)  # expect: fsdp1-api-on-fsdp2
    fully_shard(net, use_orig_params=True)  # expect: fsdp1-api-on-fsdp2
    return net


def shard(net):
    for layer in net.layers:
        fully_shard(layer)
    return fully_shard(net)


def accumulate(net, batches):
    shard(net)
    with net.no_sync():  # expect: fsdp1-api-on-fsdp2
        for batch in batches:
            net(batch).mean().backward()


def clip(net):
    shard(net)
    return net.clip_grad_norm_(1.0)  # expect: fsdp1-api-on-fsdp2


def whole_weights(net):
    shard(net)
    settings = FullStateDictConfig(offload_to_cpu=True, rank0_only=True)
    with FSDP.state_dict_type(net, StateDictType.FULL_STATE_DICT, settings):  # expect: fsdp1-api-on-fsdp2
        return net.state_dict()


def summon(net):
    shard(net)
    with FSDP.summon_full_params(net):  # expect: fsdp1-api-on-fsdp2
        return sum(p.norm() for p in net.parameters())


def never_true(net):
    shard(net)
    if isinstance(net, FSDP):  # expect: fsdp1-api-on-fsdp2
        return net.module
    return net


def the_new_ways(net, batches):
    shard(net)
    for batch in batches:
        net.set_requires_gradient_sync(batch is batches[-1])
        net(batch).mean().backward()
    return torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)


def fsdp1_itself(net, device, batches):
    net = FSDP(net, device_id=device, sharding_strategy=ShardingStrategy.FULL_SHARD, use_orig_params=True)
    with net.no_sync():
        for batch in batches:
            net(batch).mean().backward()
    net.clip_grad_norm_(1.0)
    with FSDP.summon_full_params(net):
        return net.module


def keyword_of_two_conditions(net, mesh, settings, log):
    options = {"mesh": mesh}
    if settings.recent and settings.ignored is not None:
        options["ignored_modules"] = settings.ignored  # expect: fsdp1-api-on-fsdp2
    log(options)
    fully_shard(net, **options)
