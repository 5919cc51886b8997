"""The parent left the child's parameters out (ignored_params), so they are still plain when
the child is sharded over its own mesh."""

from torch.distributed.fsdp import fully_shard


def shard_moe(net, dp_mesh, ep_mesh):
    fully_shard(net, mesh=dp_mesh, ignored_params=set(net.experts.parameters()))
    fully_shard(net.experts, mesh=ep_mesh)
    return net
