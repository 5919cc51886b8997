from torch.distributed.fsdp import FSDPModule, fully_shard


def twice(net):
    fully_shard(net)
    fully_shard(net)  # expect: double-shard


def head_is_a_layer_too(net):
    fully_shard(net.layers[0])
    for layer in net.layers:
        fully_shard(layer)  # expect: double-shard
    fully_shard(net)


def prepare(net):
    for layer in net.layers:
        fully_shard(layer)
    fully_shard(net)
    return net


def prepared_twice(net):
    prepare(net)
    net.train()
    fully_shard(net)  # expect: double-shard


def one_or_the_other(net, early: bool):
    if early:
        fully_shard(net)
        return net
    fully_shard(net)
    return net


def rebound(build):
    net = build()
    fully_shard(net)
    net = build()
    fully_shard(net)
    return net


def skips_what_is_done(net):
    fully_shard(net.layers[0])
    for layer in net.layers:
        if isinstance(layer, FSDPModule):
            continue
        fully_shard(layer)
    fully_shard(net)


def two_slices(net):
    for layer in net.layers[:4]:
        fully_shard(layer, reshard_after_forward=True)
    for layer in net.layers[4:]:
        fully_shard(layer, reshard_after_forward=False)
    fully_shard(net)


def by_numbers_that_overlap(net, replicas):
    if replicas > 1:
        fully_shard(net)
    if replicas > 0:
        fully_shard(net)  # expect: double-shard


def the_last_twice(net):
    first, *middle, last = net.layers
    fully_shard(last)
    fully_shard(net.layers[-1])  # expect: double-shard


def a_part_that_exists(net):
    if net.head is not None:
        fully_shard(net.head)
    fully_shard(net)
    if net.head is not None:
        fully_shard(net.head)  # expect: double-shard
