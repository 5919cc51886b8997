"""Paths that were joined, and what is still known of each afterwards."""
import contextlib
import json
import os

import torch
import torch.distributed as dist
from torch.distributed.fsdp import MixedPrecision, fully_shard
from torch.distributed.tensor import DTensor, distribute_tensor

from elsewhere import Wrapped, convert, finish, tidy


def wrapped_on_one_path(net, mesh, options):
    fully_shard(net, mesh=mesh)
    if options.wrap:
        net = Wrapped(net)
    net.train()
    return net.forward(options.batch)  # expect: direct-forward-call


def replaced_before(net, mesh, options):
    if options.low_precision:
        net = convert(net)
    fully_shard(net, mesh=mesh)
    return net.forward(options.batch)  # expect: direct-forward-call


def taken_before_it_is_replaced(net, mesh, options):
    kept = [p for p in net.parameters() if p.requires_grad]  # expect: stale-parameter-reference
    if options.low_precision:
        net = convert(net)
    fully_shard(net, mesh=mesh)
    torch.nn.utils.clip_grad_norm_(kept, max_norm=1.0)


def wrapped_and_asked_again(net, mesh, options):
    inner = net
    if options.wrap:
        net = Wrapped(net)
    fully_shard(inner, mesh=mesh)
    if options.wrap:
        return net.forward(options.batch)
    return net(options.batch)


def keywords_of_two_branches(net, dtype):
    settings = {"mp_policy": MixedPrecision(dtype)}  # expect: wrong-policy-object
    for layer in net.layers:
        chosen = settings
        if layer.skipped:
            chosen = {**settings, "ignored_params": layer.skipped}
        fully_shard(layer, **chosen)


def collect(net, extra):
    whole = {}
    for name, value in net.state_dict().items():
        if hasattr(value, "to_local"):
            if value.is_cpu:
                value = value.full_tensor()
            else:
                if extra is not None:
                    value = value.to(extra)
                value = value.full_tensor()
        whole[name] = value
    return whole


def rename(values, table):
    renamed = {}
    for key, value in values.items():
        if key in table:
            renamed[table[key]] = value
        else:
            renamed[key] = value
    return renamed


def write_after_many_branches(net, rank, folder, extra=None, loader=None, noise=None):
    if extra is not None:
        tidy(extra)
    if loader is not None:
        tidy(loader)
    if noise is not None:
        tidy(noise)
    if rank == 0:
        values = rename(collect(net, None), net.table)  # expect: rank-guarded-collective
        if "dtype" in values:
            del values["dtype"]
        with open(os.path.join(folder, "names.json"), "w") as out:
            json.dump(list(values), out)


def one_side_without_broadcast(trainer, values):
    if trainer.is_main_process:
        for name, value in values.items():
            if name not in trainer.names:
                raise KeyError(name)
            local = value.to(value.device)
            dist.broadcast(local, src=0)  # expect: rank-guarded-collective
            values[name] = distribute_tensor(local, value.device_mesh, value.placements)
    else:
        for name, value in values.items():
            local = torch.empty(value.size())
            values[name] = distribute_tensor(local, value.device_mesh, value.placements)


def both_sides_broadcast(trainer, values, changed):
    if trainer.precision != "no" and not trainer.quantized:
        if trainer.is_main_process and changed:
            print("changed")
    if trainer.sparse and not trainer.quantized:
        exchange(trainer, values)
    if trainer.sparse and not trainer.quantized:
        tidy(values)


def exchange(trainer, values):
    if trainer.is_main_process:
        for value in values:
            dist.broadcast(value, src=0)
    else:
        for value in values:
            dist.broadcast(torch.empty(value.size()), src=0)


def only_when_distributed(failure, path):
    ready = dist.is_available() and dist.is_initialized()
    if ready:
        rank = dist.get_rank()
        world = dist.get_world_size()
    else:
        rank = 0
        world = 1
    if rank == 0:
        print("writing", path)
    try:
        finish(path)
    except OSError as error:
        failure = error
    if ready and world > 1:
        every = [None] * world
        dist.all_gather_object(every, failure)


def some_leave_early(trainer, url, count):
    if trainer.is_main_process:
        reply = json.loads(url)
        if reply["status"] != 200:
            return
        print(reply["text"])
    dist.all_reduce(count)  # expect: rank-guarded-collective


def tested_for_its_type(rank, model, tokens):
    if rank != 0:
        return None
    logits = model(tokens).logits
    if isinstance(logits, DTensor):
        logits = logits.full_tensor()
    return logits


@contextlib.contextmanager
def timed(name):
    print(name)
    yield
    print("done")


def inside_a_quiet_context(net, mesh):
    with timed("sharding"):
        fully_shard(net, mesh=mesh)
    return net.forward(None)  # expect: direct-forward-call
