"""Process group, device binding and sharding."""

from __future__ import annotations

import os
from dataclasses import dataclass

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard

from tinylm.config import ShardConfig
from tinylm.model import Transformer


@dataclass(frozen=True)
class Worker:
    """The place of this process in the job."""

    rank: int
    world_size: int
    device: torch.device

    @property
    def is_main(self) -> bool:
        return self.rank == 0


def start_worker() -> Worker:
    rank = int(os.environ["RANK"])
    world_size = int(os.environ["WORLD_SIZE"])
    if torch.cuda.is_available():
        torch.cuda.set_device(rank)
        device = torch.device("cuda", torch.cuda.current_device())
        dist.init_process_group("cpu:gloo,cuda:nccl")
    else:
        device = torch.device("cpu")
        dist.init_process_group("gloo")
    return Worker(rank=rank, world_size=world_size, device=device)


def build_mesh(worker: Worker) -> DeviceMesh:
    return init_device_mesh(worker.device.type, (worker.world_size,), mesh_dim_names=("dp",))


def shard_model(model: Transformer, mesh: DeviceMesh, cfg: ShardConfig) -> None:
    """Shards the blocks, then the rest of the model, in place."""
    policy = MixedPrecisionPolicy(
        param_dtype=getattr(torch, cfg.param_dtype), reduce_dtype=torch.float32
    )
    options = {"mesh": mesh, "mp_policy": policy}
    for block in model.blocks:
        fully_shard(block, reshard_after_forward=cfg.reshard_after_forward, **options)
    fully_shard(model, **options)
