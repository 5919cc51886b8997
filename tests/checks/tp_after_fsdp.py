from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

PLAN = {"mlp.up": ColwiseParallel(), "mlp.down": RowwiseParallel()}


def apply_tp(net, mesh):
    for layer in net.layers:
        parallelize_module(layer, mesh, PLAN)


def apply_fsdp(net, mesh):
    for layer in net.layers:
        fully_shard(layer, mesh=mesh)
    fully_shard(net, mesh=mesh)


def wrong(net, mesh):
    apply_fsdp(net, mesh["dp"])
    apply_tp(net, mesh["tp"])  # expect: tp-after-fsdp


def wrong_in_one_place(net, mesh):
    fully_shard(net.head, mesh=mesh["dp"])
    parallelize_module(net.head, mesh["tp"], ColwiseParallel())  # expect: tp-after-fsdp
    fully_shard(net, mesh=mesh["dp"])


def right(net, mesh):
    apply_tp(net, mesh["tp"])
    apply_fsdp(net, mesh["dp"])


def different_modules(teacher, student, mesh):
    apply_fsdp(teacher, mesh["dp"])
    apply_tp(student, mesh["tp"])
    apply_fsdp(student, mesh["dp"])
