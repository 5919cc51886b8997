from torch import nn
from torch.distributed.fsdp import fully_shard


def top_down(net, mesh):
    fully_shard(net, mesh=mesh)
    for layer in net.layers:
        fully_shard(layer, mesh=mesh)  # expect: parent-before-child-shard
    return net


def head_last(net):
    fully_shard(net)
    fully_shard(net.head)  # expect: parent-before-child-shard


def shard_layers(net, mesh):
    for layer in net.layers:
        fully_shard(layer, mesh=mesh)  # expect: parent-before-child-shard


def in_two_helpers(net, mesh):
    fully_shard(net, mesh=mesh)
    shard_layers(net, mesh)


def bottom_up(net, mesh):
    for layer in net.layers:
        fully_shard(layer.attention, mesh=mesh)
        fully_shard(layer, mesh=mesh)
    fully_shard(net.head, mesh=mesh)
    fully_shard(net, mesh=mesh)


def another_model_between(student, teacher, mesh):
    fully_shard(teacher, mesh=mesh)
    for layer in student.layers:
        fully_shard(layer, mesh=mesh)
    fully_shard(student, mesh=mesh)


def flat_or_layered(net, mesh, flat: bool):
    if flat:
        fully_shard(net, mesh=mesh)
    else:
        for layer in net.layers:
            fully_shard(layer, mesh=mesh)
        fully_shard(net, mesh=mesh)


def asserted_to_be_a_module(net, mesh):
    part = net.encoder
    assert isinstance(part, nn.Module)
    fully_shard(part, mesh=mesh)
    for block in part.blocks:
        fully_shard(block, mesh=mesh)  # expect: parent-before-child-shard


class Block(nn.Module):
    def __init__(self, attention, mlp):
        super().__init__()
        self.attention = attention.build()
        self.mlp = mlp.build()

    def shard_outside_in(self, mesh, fine: bool):
        fully_shard(self, mesh=mesh)
        if fine:
            fully_shard(self.attention, mesh=mesh)  # expect: parent-before-child-shard

    def shard_inside_out(self, mesh, fine: bool):
        if fine:
            fully_shard(self.attention, mesh=mesh)
            fully_shard(self.mlp, mesh=mesh)
        fully_shard(self, mesh=mesh)


class Trainer:
    def __init__(self, recipe):
        self.net = recipe.build()
        self.judge = recipe.build_judge()

    def shard_both(self, mesh):
        fully_shard(self.net, mesh=mesh)
        fully_shard(self.judge, mesh=mesh)
