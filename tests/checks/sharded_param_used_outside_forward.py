import torch.nn.functional as F
from torch import nn
from torch.distributed.fsdp import fully_shard
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
