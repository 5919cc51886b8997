from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import CPUOffloadPolicy, MixedPrecisionPolicy, fully_shard


def misspelt(net, mesh):
    for layer in net.layers:
        fully_shard(layer, mesh=mesh, reshard_after_fwd=True)  # expect: unknown-fsdp-keyword "reshard_after_forward"
    fully_shard(net, mesh=mesh, offload=CPUOffloadPolicy())  # expect: unknown-fsdp-keyword


def in_a_dict(net, mesh):
    options = {"mesh": mesh, "mixed_precision_policy": MixedPrecisionPolicy()}  # expect: unknown-fsdp-keyword
    fully_shard(net, **options)


def known(net, world: int):
    mesh = init_device_mesh("cuda", (world,))
    fully_shard(
        net,
        mesh=mesh,
        reshard_after_forward=2,
        shard_placement_fn=None,
        mp_policy=MixedPrecisionPolicy(),
        offload_policy=CPUOffloadPolicy(),
        ignored_params=set(),
    )


def unknown_dict(net, options):
    fully_shard(net, **options)


def own_function(net):
    def fully_shard(module, *, quick):
        return module, quick

    return fully_shard(net, quick=True)
