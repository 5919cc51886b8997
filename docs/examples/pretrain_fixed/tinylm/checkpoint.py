"""Checkpoints to continue from, and single-file weights for everyone else."""

from __future__ import annotations

from pathlib import Path

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch import Tensor, nn
from torch.distributed.checkpoint.state_dict import (
    StateDictOptions,
    get_model_state_dict,
    get_state_dict,
    set_state_dict,
)
from torch.optim.lr_scheduler import LRScheduler


def save_checkpoint(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    schedule: LRScheduler,
    step: int,
    folder: Path,
) -> None:
    """Collective. Every rank writes its own shards."""
    weights, moments = get_state_dict(model, optimizer)
    state = {"model": weights, "optimizer": moments, "schedule": schedule, "step": step}
    dcp.save(state, checkpoint_id=folder / f"step_{step:06d}")


def load_checkpoint(
    model: nn.Module, optimizer: torch.optim.Optimizer, schedule: LRScheduler, folder: Path
) -> int:
    """Collective. Fills all three and returns the step to continue from."""
    weights, moments = get_state_dict(model, optimizer)
    state = {"model": weights, "optimizer": moments, "schedule": schedule, "step": 0}
    dcp.load(state, checkpoint_id=folder)
    set_state_dict(
        model,
        optimizer,
        model_state_dict=state["model"],
        optim_state_dict=state["optimizer"],
    )
    return state["step"]


def gather_weights(model: nn.Module) -> dict[str, Tensor]:
    """Collective. Whole tensors in host memory on rank 0, an empty dict elsewhere."""
    options = StateDictOptions(full_state_dict=True, cpu_offload=True)
    return get_model_state_dict(model, options=options)


def write_weights(weights: dict[str, Tensor], step: int, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"step": step, "model": weights}, path)


def save_best(model: nn.Module, step: int, path: Path) -> None:
    """Keeps the best weights seen so far in one file."""
    weights = gather_weights(model)
    if dist.get_rank() == 0:
        write_weights(weights, step, path)
