"""Correct programs that put their modules, keywords and files together step by step."""

import contextlib
import inspect

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import (
    FullyShardedDataParallel,
    MixedPrecision,
    MixedPrecisionPolicy,
    fully_shard,
)


def keywords_that_the_function_has(net, mesh):
    known = inspect.signature(fully_shard).parameters
    wanted = {"mesh": mesh, "device_id": 0}
    fully_shard(net, **{key: value for key, value in wanted.items() if key in known})


def policy_of_the_version_in_use(net, first_version):
    options = {"mp_policy": MixedPrecision() if first_version else MixedPrecisionPolicy()}
    if first_version:
        return FullyShardedDataParallel(net, mixed_precision=options["mp_policy"])
    return fully_shard(net, **options)


def by_the_type_of_the_policy(net, policy):
    if type(policy) is MixedPrecision:
        return FullyShardedDataParallel(net, mixed_precision=policy)
    return fully_shard(net, mp_policy=policy)


def with_an_old_policy(net):
    return by_the_type_of_the_policy(net, MixedPrecision(torch.bfloat16))


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.inner = nn.Linear(width, width)


class ShardedBlock(Block):
    def __init__(self, width):
        super().__init__(width)
        fully_shard(self)


class Net(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.blocks = nn.ModuleList([Block(width) for _ in range(depth)])

    def grow(self, width):
        block = nn.Linear(width, width)
        self.blocks.append(block)
        fully_shard(block)


def blocks_that_shard_themselves(width, depth):
    net = Net(width, depth)
    net.blocks = nn.ModuleList([ShardedBlock(width) for _ in range(depth)])
    fully_shard(net)


def blocks_sharded_before_they_are_put_in(width, depth):
    blocks = [fully_shard(Block(width)) for _ in range(depth)]
    net = Net(width, 0)
    net.blocks = nn.ModuleList(blocks)
    fully_shard(net)


def a_block_more_in_a_sharded_net(width, depth):
    net = Net(width, depth)
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    net.grow(width)


def a_block_more_before_the_root(net, width):
    for block in net.blocks:
        fully_shard(block)
    net.blocks.append(nn.Linear(width, width))
    fully_shard(net.blocks[-1])
    fully_shard(net)


def two_kinds_in_two_lists(net):
    experts = [block for block in net.blocks if hasattr(block, "experts")]
    others = [block for block in net.blocks if not hasattr(block, "experts")]
    for block in experts:
        fully_shard(block)
    for block in others:
        fully_shard(block)
    fully_shard(net)


def a_block_that_is_used_twice(width):
    block = nn.Linear(width, width)
    net = nn.Sequential(block, nn.ReLU(), block)
    for child in net.children():
        if isinstance(child, nn.Linear):
            fully_shard(child)
    fully_shard(net)


def in_a_folder_of_the_rank(state):
    with contextlib.chdir(f"rank{dist.get_rank()}"):
        torch.save(state, "state.pt")
    dist.barrier()


class Run:
    first = True


def start():
    dist.init_process_group("nccl")
    Run.first = dist.get_rank() == 0


def save_on_the_first(state):
    if Run.first:
        torch.save(state, "state.pt")
    dist.barrier()


class Saver:
    writes = True

    @classmethod
    def start(cls):
        cls.writes = dist.get_rank() == 0

    @classmethod
    def save(cls, state):
        if cls.writes:
            torch.save(state, "state.pt")
        dist.barrier()
