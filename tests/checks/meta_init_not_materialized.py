import torch
import fused
from torch import nn
from torch.distributed.checkpoint.state_dict import StateDictOptions, set_model_state_dict
from torch.distributed.fsdp import fully_shard


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.out = nn.Linear(width, width)

    def init_weights(self):
        for module in self.modules():
            if isinstance(module, nn.Linear):
                nn.init.trunc_normal_(module.weight, std=0.02)
                nn.init.zeros_(module.bias)

    def forward(self, x):
        for layer in self.layers:
            x = torch.relu(layer(x))
        return self.out(x)


def shard(net):
    for layer in net.layers:
        fully_shard(layer)
    return fully_shard(net)


def train(net, batches):
    optimizer = torch.optim.AdamW(net.parameters())
    for batch in batches:
        net(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()


def no_memory(batches):
    with torch.device("meta"):
        net = Net(1024, 8)  # expect: meta-init-not-materialized
    shard(net)
    train(net, batches)


def no_values(batches):
    with torch.device("meta"):
        net = Net(1024, 8)
    shard(net)
    net.to_empty(device="cuda")  # expect: meta-init-not-materialized
    train(net, batches)


def initialised(batches):
    with torch.device("meta"):
        net = Net(1024, 8)
    shard(net)
    net.to_empty(device="cuda")
    net.init_weights()
    train(net, batches)


def loaded(batches, weights):
    with torch.device("meta"):
        net = Net(1024, 8)
    shard(net)
    net.to_empty(device="cuda")
    set_model_state_dict(net, weights, options=StateDictOptions(full_state_dict=True))
    train(net, batches)


def left_to_the_caller():
    with torch.device("meta"):
        net = Net(1024, 8)
    return shard(net)


class Filled(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.inner = nn.Linear(dim, dim)

    def forward(self, x):
        return self.inner(x)

    def init_weights(self):
        nn.init.trunc_normal_(self.inner.weight)
        self.inner.bias.data.zero_()


def filled_without_memory(batch):
    with torch.device("meta"):
        net = Filled(8)  # expect: meta-init-not-materialized
    fully_shard(net)
    net.init_weights()
    net(batch).sum().backward()


def filled_with_memory(batch):
    with torch.device("meta"):
        net = Filled(8)
    fully_shard(net)
    net.to_empty(device="cuda")
    net.init_weights()
    net(batch).sum().backward()


def memory_from_a_file(batch, weights):
    with torch.device("meta"):
        net = Filled(8)
    fully_shard(net)
    net.load_state_dict(weights, assign=True)
    net(batch).sum().backward()


class Part(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(dim, dim))

    def reset_parameters(self):
        nn.init.ones_(self.weight)

    def forward(self, x):
        return x @ self.weight


class Parts(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.layers = nn.ModuleList(Part(dim) for _ in range(depth))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def memory_part_by_part(batch):
    with torch.device("meta"):
        net = Parts(8, 4)
    for layer in net.layers:
        fully_shard(layer)
    fully_shard(net)
    for layer in net.layers:
        layer.to_empty(device="cuda")
        layer.reset_parameters()
    net(batch).sum().backward()


def values_before_memory(batch):
    with torch.device("meta"):
        net = Net(8, 4)
    for layer in net.layers:
        fully_shard(layer)
    fully_shard(net)
    net.init_weights()
    net.to_empty(device="cuda")  # expect: meta-init-not-materialized
    net(batch).sum().backward()


def fused_layers_on_meta(batch, optimizer):
    net = nn.Sequential(  # expect: meta-init-not-materialized
        *[fused.TransformerLayer(64, 256, 4, device="meta") for _ in range(4)]
    )
    for layer in net.children():
        fully_shard(layer)
    fully_shard(net)
    for _ in range(3):
        net(batch).sum().backward()
        optimizer.step()


def fused_layers_that_get_values(batch):
    net = nn.Sequential(*[fused.TransformerLayer(64, 256, 4, device="meta") for _ in range(4)])
    for layer in net.children():
        fully_shard(layer)
    fully_shard(net)
    for part in net.modules():
        if isinstance(part, fused.Base):
            part.reset_parameters()
    net(batch).sum().backward()


def loaded_when_it_was_trained(batch, weights):
    with torch.device("meta"):
        net = Net(8, 4)
    for layer in net.layers:
        fully_shard(layer)
    fully_shard(net)
    net.to_empty(device="cuda")  # expect: meta-init-not-materialized
    net(batch).sum().backward()
    net.load_state_dict(weights)


def loaded_before_it_is_trained(batch, weights):
    with torch.device("meta"):
        net = Net(8, 4)
    for layer in net.layers:
        fully_shard(layer)
    fully_shard(net)
    net.to_empty(device="cuda")
    net.load_state_dict(weights)
    net(batch).sum().backward()


def optimizer_in_between(batch):
    with torch.device("meta"):
        net = Net(8, 4)  # expect: meta-init-not-materialized
    for layer in net.layers:
        fully_shard(layer)
    fully_shard(net)
    optimizer = fused.FusedAdam(net.parameters(), lr=0.1)
    net(batch).sum().backward()
    optimizer.step()
