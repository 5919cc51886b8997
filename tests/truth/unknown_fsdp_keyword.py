"""fully_shard refuses keywords it does not have."""

from harness import Net, attempt, batch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

WRONG = ("device_mesh", "reshard_after_fwd", "mixed_precision_policy", "process_group")


def bad(rank):
    return {attempt(lambda k=k: fully_shard(Net(), **{k: None})) for k in WRONG}


def good(rank):
    mesh = init_device_mesh("cpu", (2,))
    net = fully_shard(Net(), mesh=mesh, reshard_after_forward=True)
    return list(net(batch(rank)).shape)


def verify(bad, good):
    assert all(outcome.value == {"TypeError"} for outcome in bad)
    assert all(outcome.value == [3, 4] for outcome in good)
