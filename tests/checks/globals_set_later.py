"""Module globals that begin as None and are set by a function."""
import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch.distributed.fsdp import fully_shard

from elsewhere import make_group

_GROUP = None
_LIMIT = None


def start():
    global _GROUP
    _GROUP = make_group()


def group():
    assert _GROUP is not None, "call start() first"
    return _GROUP


def limit():
    if _LIMIT is None:
        raise RuntimeError("there is no limit")
    return _LIMIT


def save_in_the_background(states, path):
    dcp.async_save(states, checkpoint_id=path, process_group=group().cpu)  # expect: async-save-not-awaited
    print("saved")


def behind_a_constant(states, path):
    limit()
    dcp.async_save(states, checkpoint_id=path)


class Keeper:
    def __init__(self, folder, net):
        self.folder = folder
        self.net = net
        fully_shard(self.net)

    def save(self, step):
        folder = f"{self.folder}/step-{step}"
        dcp.save(self.net.state_dict(), checkpoint_id=folder)
        if step < 0:
            raise ValueError(step)
        self.save_random_state(folder)

    def save_random_state(self, folder):
        members = group()
        state = {"random": torch.get_rng_state(), "members": members.size()}
        torch.save(state, f"{folder}/random.pt")  # expect: shared-checkpoint-path


def train(net, folder, rounds):
    keeper = Keeper(folder, net)
    for done in range(1, rounds + 1):
        net(done).sum().backward()
        keeper.save(done)


class PrivateKeeper(Keeper):
    def save_random_state(self, folder):
        torch.save(torch.get_rng_state(), f"{folder}/random-{dist.get_rank()}.pt")
