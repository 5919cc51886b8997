"""When every rank writes one path, the last writer wins, and only rank 0 holds the gathered
weights. The barriers play the order in which this shows."""

import torch
import torch.distributed as dist
from harness import Net, shard, shared_folder
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict

GATHER = StateDictOptions(full_state_dict=True, cpu_offload=True)


def in_turn(rank, write):
    for turn in range(dist.get_world_size()):
        if turn == rank:
            write()
        dist.barrier()


def bad(rank):
    state = get_model_state_dict(shard(Net()), options=GATHER)
    path = shared_folder() / "weights.pt"
    in_turn(rank, lambda: torch.save(state, path))
    return len(torch.load(path))


def good(rank):
    state = get_model_state_dict(shard(Net()), options=GATHER)
    path = shared_folder() / "weights.pt"
    in_turn(rank, lambda: torch.save(state, path) if rank == 0 else None)
    return len(torch.load(path))


def verify(bad, good):
    assert all(outcome.value == 0 for outcome in bad)
    assert all(outcome.value == len(Net().state_dict()) for outcome in good)
