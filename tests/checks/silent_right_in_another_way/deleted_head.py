"""The head was deleted from the model before the model was sharded."""

from torch.distributed.fsdp import fully_shard


def split_head(net):
    head = net.head
    del net.head
    fully_shard(net)
    fully_shard(head)
    return net, head
