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


def both_choices_in_one_round(net, experts: int, settings):
    for block in net.blocks:
        if getattr(block, "routed", False):
            if experts == 1 and settings.even:
                fully_shard(block, **settings.kwargs)
            if experts == 1:
                fully_shard(block, reshard_after_forward=False)  # expect: double-shard
            else:
                fully_shard(block)


def two_kinds_in_one_round(net, attention, experts):
    for part in net.modules():
        if isinstance(part, attention):
            fully_shard(part)
        if isinstance(part, experts):
            fully_shard(part)


def chosen_twice_by_name(net):
    for name, part in net.named_children():
        if "attention" in name:
            fully_shard(part)
        if name.startswith("mlp"):
            fully_shard(part)
