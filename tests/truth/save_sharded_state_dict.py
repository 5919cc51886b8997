"""torch.save on rank 0 writes rank 0's shards. Nothing fails until the file is needed."""

import torch
import torch.distributed as dist
from harness import Net, shard, shared_folder
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict
from torch.distributed.tensor import DTensor


def values_in_file():
    dist.barrier()
    state = torch.load(shared_folder() / "weights.pt")
    local = (t.to_local() if isinstance(t, DTensor) else t for t in state.values())
    return sum(t.numel() for t in local)


def bad(rank):
    net = shard(Net())
    if rank == 0:
        torch.save(net.state_dict(), shared_folder() / "weights.pt")
    return values_in_file()


def good(rank):
    net = shard(Net())
    options = StateDictOptions(full_state_dict=True, cpu_offload=True)
    state = get_model_state_dict(net, options=options)
    if rank == 0:
        torch.save(state, shared_folder() / "weights.pt")
    return values_in_file()


def verify(bad, good):
    total = sum(p.numel() for p in Net().parameters())
    assert all(outcome.value == total // 2 for outcome in bad)
    assert all(outcome.value == total for outcome in good)
