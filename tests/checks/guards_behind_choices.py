"""Rank guards around code that enters collectives only after choices of its own."""
import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor

from elsewhere import Store, convert, open_remote


def store_for(address, retries, cache):
    if address.startswith("cache:"):
        cache.touch(address)
    if retries > 3:
        retries = 3
    if address.startswith("remote:"):
        names = [address]
        dist.broadcast_object_list(names, src=0)
        return open_remote(names[0], retries)
    if address.startswith("file:"):
        return Store(address)
    raise ValueError(address)


def load_on_the_first_rank_only(net, address, retries, cache):
    fully_shard(net)
    if dist.get_rank() != 0:
        return None
    return store_for(address, retries, cache)  # expect: rank-guarded-collective


def load_everywhere(net, address, retries, cache):
    fully_shard(net)
    if dist.get_rank() == 0:
        cache.clear()
    return store_for(address, retries, cache)


def one_more_round_on_the_first_rank(net, options, value):
    fully_shard(net)
    if options.warm:
        dist.all_reduce(value)
    if dist.get_rank() == 0:
        if options.check:
            dist.all_reduce(value)  # expect: rank-guarded-collective
    if options.check:
        dist.all_reduce(value)


def a_choice_that_all_ranks_make(net, options, value):
    fully_shard(net)
    if dist.get_rank() == 0:
        if options.check:
            dist.all_reduce(value)
    else:
        if options.check:
            dist.all_reduce(value)
    if options.more:
        dist.barrier()


def shared(value):
    values = [value]
    if options_are_local():
        return value
    dist.broadcast_object_list(values, src=0)
    return values[0]


def options_are_local():
    return False


def resume_if_the_first_rank_found_something(net, folder):
    fully_shard(net)
    resume = True
    if dist.get_rank() == 0:
        resume = any(folder.iterdir())
    resume = shared(resume)
    if resume:
        dist.barrier()
    return net


def whole(value):
    if isinstance(value, DTensor):
        return value.full_tensor()
    return value


def export(net, path):
    fully_shard(net)
    state = get_model_state_dict(net, options=StateDictOptions(full_state_dict=True))
    if dist.get_rank() == 0:
        torch.save({key: whole(value) for key, value in state.items()}, path)


def export_parts(net, path):
    fully_shard(net)
    state = net.state_dict()
    if dist.get_rank() == 0:
        torch.save({key: whole(value) for key, value in state.items()}, path)  # expect: rank-guarded-collective


class Team:
    """Ranks that talk to each other, all of them unless told otherwise."""

    def __init__(self):
        self.members = None

    def choose(self, **chosen):
        if self.members is not None:
            raise RuntimeError("chosen before")
        self.members = self.pick(**chosen)
        return self

    def pick(self, **chosen):
        chosen = dict(chosen)
        chosen = convert(chosen)
        return chosen["members"]

    def tell(self, value):
        dist.broadcast(value, src=0, group=self.members)


def told_by_one_of_a_few(net, value):
    fully_shard(net)
    team = Team()
    team.choose(ranks=[0, 1])
    if dist.get_rank() == 0:
        team.tell(value)


def told_by_one_of_all(net, value):
    fully_shard(net)
    team = Team()
    if dist.get_rank() == 0:
        team.tell(value)  # expect: rank-guarded-collective


def sum_on_the_first_rank(net, value):
    if dist.get_rank() == 0:
        dist.all_reduce(value)  # expect: rank-guarded-collective
    return net(value)


def each_rank_on_its_way(net, value):
    if dist.get_rank() == 0:
        sum_on_the_first_rank(net, value)
    else:
        open_remote(value, 3)
        sum_on_the_first_rank(net, value)
