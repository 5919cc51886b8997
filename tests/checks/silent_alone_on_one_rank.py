"""What looks like a collective and is entered by one rank alone, or by all in another way."""

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch import nn
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor, distribute_tensor

from elsewhere import Reference, prepare


def whole_weights(net):
    weights = {}
    for name, weight in net.named_parameters():
        if isinstance(weight, DTensor):
            weights[name] = weight.full_tensor().detach()
        else:
            weights[name] = weight.detach()
    return weights


def compared_with_a_copy_that_is_whole(net, settings):
    for layer in net.layers:
        fully_shard(layer)
    fully_shard(net)
    mine = whole_weights(net)
    if dist.get_rank() == 0:
        wanted = whole_weights(Reference.build(settings))
        assert mine.keys() == wanted.keys()
    dist.barrier()


def write(folder, weights):
    for name, weight in weights.items():
        if hasattr(weight.data, "full_tensor"):
            weight = weight.data.full_tensor()
        torch.save(weight, folder / name)


def read_and_written_by_one_rank(folder, reader, net):
    fully_shard(net)
    if dist.get_rank() == 0:
        write(folder, reader.weights())
    dist.barrier()


def read_without_the_others(folder, weights):
    if dist.get_rank() != 0:
        return
    dcp.load(weights, checkpoint_id=folder, no_dist=True)


def cut_up_without_the_others(weights, mesh):
    if dist.get_rank() == 0:
        for name, weight in weights.items():
            weights[name] = distribute_tensor(weight, mesh, src_data_rank=None)


class Judge:
    def __init__(self, log):
        self.log = log
        self.first = dist.get_rank() == 0

    def note(self, text):
        if self.first:
            self.log.write(text)

    def judge(self, net, batch, kind):
        self.note(kind)
        if kind == "image":
            batch = prepare(batch)
        loss = net(batch)
        dist.all_reduce(loss)
        return loss

    def judge_all(self, net: nn.Module, batch):
        self.judge(net, batch, "text")
        self.judge(net, batch, "image")
        self.judge(net, batch, "video")
