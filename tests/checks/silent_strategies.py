"""One trainer, three strategies: each meets only the methods of its own wrapper."""

import contextlib

import torch
from torch.distributed.fsdp import FSDPModule, FullStateDictConfig, StateDictType, fully_shard
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.nn.parallel import DistributedDataParallel as DDP


def wrap(net, strategy: str, device):
    if strategy == "ddp":
        return DDP(net.to(device), device_ids=[device.index])
    if strategy == "fsdp":
        return FSDP(net, device_id=device, use_orig_params=True)
    if strategy == "fsdp2":
        for block in net.blocks:
            fully_shard(block)
        fully_shard(net)
        return net
    raise ValueError(strategy)


class Trainer:
    def __init__(self, net, strategy: str, device):
        self.strategy = strategy
        self.net = wrap(net, strategy, device)
        self.optimizer = torch.optim.AdamW(self.net.parameters())

    def quiet(self, last: bool):
        if isinstance(self.net, FSDPModule):
            self.net.set_requires_gradient_sync(last)
            return contextlib.nullcontext()
        return contextlib.nullcontext() if last else self.net.no_sync()

    def clip(self, limit: float):
        if isinstance(self.net, FSDP):
            return self.net.clip_grad_norm_(limit)
        return torch.nn.utils.clip_grad_norm_(self.net.parameters(), limit)

    def inner(self):
        return self.net.module if isinstance(self.net, (DDP, FSDP)) else self.net

    def weights(self):
        if self.strategy == "fsdp":
            settings = FullStateDictConfig(offload_to_cpu=True, rank0_only=True)
            with FSDP.state_dict_type(self.net, StateDictType.FULL_STATE_DICT, settings):
                return self.net.state_dict()
        return self.inner().state_dict()

    def step(self, micro_batches):
        for i, batch in enumerate(micro_batches):
            with self.quiet(i == len(micro_batches) - 1):
                self.net(batch).mean().backward()
        self.clip(1.0)
        self.optimizer.step()
        self.optimizer.zero_grad()


def by_capability(net, batch):
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    with net.no_sync() if hasattr(net, "no_sync") else contextlib.nullcontext():
        return net(batch)


def both_kinds(net, mesh, new):
    if new:
        fully_shard(net, mesh=mesh)
    else:
        net = FSDP(net)
    old = FSDP.fsdp_modules(net)
    if old:
        with FSDP.state_dict_type(net, "full"):
            return net.state_dict()
    return net.state_dict()
