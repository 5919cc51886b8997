from torch import nn
from torch.distributed.fsdp import fully_shard


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(8, 8)

    def set_require_gradient_sync(self, on: bool):
        self.on = on

    def forward(self, x):
        return self.linear(x)


def misspelt(net, last: bool):
    fully_shard(net)
    net.set_require_gradient_sync(last)  # expect: unknown-fsdp-method "set_requires_gradient_sync"


def misspelt_on_the_result(layers):
    units = [fully_shard(layer) for layer in layers]
    for unit in units:
        unit.set_module_to_forward_prefetch([units[0]])  # expect: unknown-fsdp-method


def known(net, last: bool):
    fully_shard(net)
    net.set_requires_gradient_sync(last)
    net.set_requires_all_reduce(last)
    net.set_reshard_after_backward(not last)
    net.set_is_last_backward(last)
    handle = net.unshard(async_op=True)
    handle.wait()
    net.reshard()


def a_method_of_its_own(last: bool):
    net = Net()
    fully_shard(net)
    net.set_require_gradient_sync(last)


def of_a_plain_module(net, last: bool):
    net.set_require_gradient_sync(last)
