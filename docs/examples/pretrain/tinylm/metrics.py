"""Numbers worth looking at."""

from __future__ import annotations

import json
import time
from pathlib import Path

import torch
import torch.distributed as dist
from torch import Tensor


def mean_over_ranks(value: Tensor) -> float:
    """Collective. The average of `value` over all ranks."""
    total = value.detach().clone()
    dist.all_reduce(total, op=dist.ReduceOp.SUM)
    return total.item() / dist.get_world_size()


def parameter_count(model: torch.nn.Module) -> int:
    return sum(p.numel() for p in model.parameters())


class MetricLog:
    """Prints metrics and appends them to a file; does nothing where `enabled` is false."""

    def __init__(self, path: Path, enabled: bool) -> None:
        self.path = path
        self.enabled = enabled
        self.started = time.perf_counter()
        if enabled:
            path.parent.mkdir(parents=True, exist_ok=True)

    def write(self, step: int, **values: float) -> None:
        if not self.enabled:
            return
        seconds = time.perf_counter() - self.started
        with self.path.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps({"step": step, "seconds": round(seconds, 3), **values}) + "\n")
        shown = "  ".join(f"{name} {value:.4f}" for name, value in values.items())
        print(f"step {step:4d}  {shown}", flush=True)
