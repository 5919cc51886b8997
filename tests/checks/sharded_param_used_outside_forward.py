import torch.nn.functional as F
from torch import nn
from torch.distributed.fsdp import FSDPModule, fully_shard
from torch.distributed.tensor import DTensor


class Captioner(nn.Module):
    def __init__(self, vocab: int, width: int, depth: int):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.project = nn.Linear(width, vocab, bias=False)

    def forward(self, x):
        for block in self.blocks:
            x = F.gelu(block(x))
        return x


def build(mesh):
    net = Captioner(1000, 64, 4)
    for block in net.blocks:
        fully_shard(block, mesh=mesh)
    fully_shard(net.project, mesh=mesh)
    fully_shard(net, mesh=mesh)
    return net


def logits(mesh, x):
    net = build(mesh)
    hidden = net(x)
    return hidden @ net.project.weight.t()  # expect: sharded-param-used-outside-forward


def logits_by_functional(mesh, x):
    net = build(mesh)
    return F.linear(net(x), net.project.weight)  # expect: sharded-param-used-outside-forward


def logits_by_calling(mesh, x):
    net = build(mesh)
    return net.project(net(x))


def logits_while_gathered(mesh, x):
    net = build(mesh)
    hidden = net(x)
    net.project.unshard()
    scores = F.linear(hidden, net.project.weight)
    net.project.reshard()
    return scores


def facts_and_whole_values(mesh):
    net = build(mesh)
    weight = net.project.weight
    whole = weight.full_tensor() if isinstance(weight, DTensor) else weight
    return weight.shape, weight.dtype, weight.numel(), whole.norm()


class Attention(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)

    def scores(self, x):
        return x @ self.query.weight.t()

    def forward(self, x):
        return self.scores(x) + F.linear(x, self.key.weight)


class Block(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.attention = Attention(width)

    def forward(self, x):
        return self.attention(x)


class Stack(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.blocks = nn.ModuleList(Block(width) for _ in range(depth))
        self.out = nn.Linear(width, width)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x @ self.out.weight


def sharded_stack():
    net = Stack(8, 4)
    for block in net.blocks:
        fully_shard(block)
    return fully_shard(net)


def deep_inside_a_unit(x):
    net = sharded_stack()
    net(x)
    return x @ net.blocks[0].attention.query.weight.t()  # expect: sharded-param-used-outside-forward


def of_the_root(x):
    net = sharded_stack()
    net(x)
    return x @ net.out.weight


def whole_for_a_while(x):
    net = sharded_stack()
    net.blocks[0].unshard()
    y = x @ net.blocks[0].attention.query.weight
    net.blocks[0].reshard()
    return y


def shard_with_shard():
    net = sharded_stack()
    first = net.blocks[0].attention
    return first.query.weight @ first.key.weight.t()


def whole_by_a_helper(x):
    net = sharded_stack()
    for part in net.modules():
        if isinstance(part, FSDPModule):
            part.unshard()
    return x @ net.blocks[0].attention.query.weight


def kept_whole(x):
    net = Stack(8, 4)
    for block in net.blocks:
        fully_shard(block, reshard_after_forward=False)
    fully_shard(net)
    net(x)
    return x @ net.blocks[0].attention.query.weight
