from torch.distributed.fsdp import fully_shard


def shard(net):
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
