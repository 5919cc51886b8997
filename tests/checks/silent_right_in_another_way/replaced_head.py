"""The head was taken out of the model before the model was sharded."""

from torch import nn
from torch.distributed.fsdp import fully_shard


def split_head(net):
    head = net.head
    net.head = nn.Identity()
    fully_shard(net)
    fully_shard(head)
    return net, head
