"""Modules that a test, a number or an unpacking tells apart from those that are sharded elsewhere."""
from torch import nn
from torch.distributed.fsdp import fully_shard


def by_class(model):
    def visit(part):
        for child in part.children():
            visit(child)
        if isinstance(part, nn.TransformerEncoderLayer):
            fully_shard(part)

    visit(model)
    fully_shard(model)


def by_predicate(model, wants):
    def visit(part):
        for child in part.children():
            visit(child)
        if wants(part):
            fully_shard(part)

    visit(model)
    fully_shard(model)


def shard_if(part, kind):
    if isinstance(part, kind):
        fully_shard(part)


def a_part_or_its_parts(model, kind):
    shard_if(model.encoder, kind)
    for layer in model.encoder.layers:
        shard_if(layer, kind)
    fully_shard(model)


def by_number(model, replicas, mesh):
    if replicas > 1:
        fully_shard(model, mesh=mesh)
    if replicas <= 0:
        fully_shard(model)


def by_size(model, share):
    if share > 0:
        if share < 1:
            fully_shard(model.head)
    fully_shard(model)


def by_place(model):
    first, *middle, last = model.layers
    for layer in (first, last):
        fully_shard(layer, reshard_after_forward=False)
    for layer in middle:
        fully_shard(layer)
    fully_shard(model)


def by_identity(model):
    fully_shard(model.layers[0])
    for layer in model.layers:
        if layer is model.layers[0]:
            continue
        fully_shard(layer)
    fully_shard(model)


def a_new_part(model):
    for layer in model.layers:
        fully_shard(layer)
    fully_shard(model)
    model.value = nn.Linear(8, 1)
    fully_shard(model.value)


def by_a_bound(model, first):
    for i, layer in enumerate(model.layers):
        if i < first:
            fully_shard(layer, reshard_after_forward=False)
    for i, layer in enumerate(model.layers):
        if i >= first:
            fully_shard(layer)


def by_a_size(model, threshold):
    for layer in model.layers:
        if layer.width > threshold:
            fully_shard(layer, reshard_after_forward=False)
        if layer.width <= threshold:
            fully_shard(layer)


def by_a_set(model, special):
    for i, layer in enumerate(model.layers):
        if i in special:
            fully_shard(layer, reshard_after_forward=False)
    for i, layer in enumerate(model.layers):
        if i not in special:
            fully_shard(layer)


def by_a_list_of_modes(model, mode):
    if mode == "root":
        fully_shard(model)
    if mode not in ("root", "none"):
        fully_shard(model.head)
        fully_shard(model)


def by_a_prefix(model, mode):
    if mode.startswith("x"):
        fully_shard(model)
    if not mode.startswith("x"):
        fully_shard(model, reshard_after_forward=False)


def by_a_count(model, count):
    if count:
        fully_shard(model)
    if count == 0:
        fully_shard(model, reshard_after_forward=False)


def by_none(model, size):
    if size is None:
        fully_shard(model)
    if isinstance(size, int):
        fully_shard(model, reshard_after_forward=size)


def all_but_the_first(model):
    fully_shard(model.layers[0])
    for i, layer in enumerate(model.layers):
        if i:
            fully_shard(layer)
    fully_shard(model)


def of_two_kinds(model):
    moe = [layer for layer in model.layers if layer.kind == "moe"]
    dense = [layer for layer in model.layers if layer.kind == "dense"]
    for layer in moe + dense:
        fully_shard(layer)
    fully_shard(model)


def one_of_two_modes_or_a_third(net, mode):
    if mode == "whole" or mode == "root":
        fully_shard(net)
    if mode == "other":
        fully_shard(net)
