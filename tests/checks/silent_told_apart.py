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
