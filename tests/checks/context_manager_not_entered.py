import os

import torch
import torch.distributed as dist
from torch.distributed.tensor.experimental import implicit_replication


def called_only():
    local_rank = int(os.environ["LOCAL_RANK"])
    torch.accelerator.device_index(local_rank)  # expect: context-manager-not-entered
    dist.init_process_group("nccl")


def replication_called_only(net, plain):
    implicit_replication()  # expect: context-manager-not-entered
    return net.head.weight + plain


def entered(net, plain):
    local_rank = int(os.environ["LOCAL_RANK"])
    with torch.accelerator.device_index(local_rank), implicit_replication():
        return net.head.weight + plain


def entered_later(net, plain):
    replicate = implicit_replication()
    with replicate:
        return net.head.weight + plain


def setting_the_device():
    torch.accelerator.set_device_index(int(os.environ["LOCAL_RANK"]))
