import torch
from torch import nn
from torch.distributed.fsdp import fully_shard
from torchao.float8 import convert_to_float8_training


class Layer(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)

    def forward(self, x):
        return x + self.down(torch.relu(self.up(x)))


class Stack(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = nn.ModuleList([Layer(width) for _ in range(depth)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Head(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.linear = nn.Linear(width, 1)

    def forward(self, x):
        return self.linear(x)


def everything_at_once():
    stack = Stack(4096, 32)
    fully_shard(stack)  # expect: root-only-shard
    return stack, torch.optim.AdamW(stack.parameters())


def layer_by_layer():
    stack = Stack(4096, 32)
    for layer in stack.layers:
        fully_shard(layer)
    fully_shard(stack)
    return stack, torch.optim.AdamW(stack.parameters())


def small_module():
    head = Head(4096)
    fully_shard(head)
    return head, torch.optim.AdamW(head.parameters())


class Nested(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.encoder = Stack(width, depth)
        self.head = Head(width)


class OfPytorch(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        layer = nn.TransformerEncoderLayer(width, 8)
        self.encoder = nn.TransformerEncoder(layer, depth)


class Tower(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.linears = nn.ModuleList([nn.Linear(width, width) for _ in range(3)])


class Heads(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.tower = Tower(width)


def layers_of_a_part():
    net = Nested(4096, 32)
    fully_shard(net)  # expect: root-only-shard
    return net


def layers_of_pytorch(config):
    net = OfPytorch(4096, 32)
    convert_to_float8_training(net, config=config)
    fully_shard(net)  # expect: root-only-shard
    return net


def layers_of_pytorch_first():
    net = OfPytorch(4096, 32)
    for part in net.modules():
        if isinstance(part, nn.TransformerEncoderLayer):
            fully_shard(part)
    fully_shard(net)
    return net


def a_few_linear_layers():
    net = Heads(64)
    fully_shard(net)
    return net
