from torch import nn
from torch.distributed.fsdp import fully_shard


class Mixture(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.towers = nn.ModuleDict({"text": nn.Linear(width, width), "image": nn.Linear(width, width)})
        self.steps = nn.ModuleList([nn.Linear(width, width) for _ in range(3)])
        self.tail = nn.Sequential(nn.Linear(width, width), nn.ReLU())

    def forward(self, x):
        x = self.towers["text"](x) + self.towers["image"](x)
        for step in self.steps:
            x = step(x)
        return self.tail(x)


def wrong(width: int):
    net = Mixture(width)
    fully_shard(net.towers)  # expect: shard-container-module
    fully_shard(net.steps)  # expect: shard-container-module
    fully_shard(net)
    return net


def right(width: int):
    net = Mixture(width)
    for tower in net.towers.values():
        fully_shard(tower)
    for step in net.steps:
        fully_shard(step)
    fully_shard(net.tail)
    fully_shard(net)
    return net


def local_list(width: int):
    layers = nn.ModuleList([nn.Linear(width, width)])
    fully_shard(layers)  # expect: shard-container-module
    return layers


class Steps(nn.ModuleList):
    pass


class Callable:
    def forward(self, x):
        return x


class CallableSteps(Callable, nn.ModuleList):
    pass


class Declared(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.steps = Steps([nn.Linear(width, width) for _ in range(depth)])
        self.called = CallableSteps([nn.Linear(width, width) for _ in range(depth)])
        self.chosen = nn.ModuleList([nn.Linear(width, width)])
        if depth > 1:
            self.chosen = nn.Sequential(nn.Linear(width, width))


def parts_of_an_annotated_module(net: Declared):
    fully_shard(net.steps)  # expect: shard-container-module
    fully_shard(net.called)
    fully_shard(net.chosen)
    fully_shard(net)


def of_a_class_that_was_asked_for(net: Declared):
    if isinstance(net.steps, nn.Sequential):
        fully_shard(net.steps)


def asserted_to_be_one(net):
    blocks = net.blocks
    assert isinstance(blocks, nn.ModuleList)
    fully_shard(blocks)  # expect: shard-container-module


def elements_of_what_is_one(net):
    for child in net.children():
        if isinstance(child, nn.ModuleList):
            for block in child:
                fully_shard(block)
        else:
            fully_shard(child)
    fully_shard(net)
