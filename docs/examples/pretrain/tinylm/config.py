"""Everything a run can be told, as dataclasses with command line flags for the common ones."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field, replace
from pathlib import Path


@dataclass(frozen=True)
class ModelConfig:
    vocab_size: int = 64
    context: int = 32
    width: int = 32
    heads: int = 4
    depth: int = 3


@dataclass(frozen=True)
class ShardConfig:
    param_dtype: str = "float32"
    reshard_after_forward: bool = True


@dataclass(frozen=True)
class OptimConfig:
    lr: float = 3e-3
    weight_decay: float = 0.1
    betas: tuple[float, float] = (0.9, 0.95)
    warmup_steps: int = 5
    max_grad_norm: float = 1.0


@dataclass(frozen=True)
class TrainConfig:
    model: ModelConfig = field(default_factory=ModelConfig)
    shard: ShardConfig = field(default_factory=ShardConfig)
    optim: OptimConfig = field(default_factory=OptimConfig)
    steps: int = 60
    batch_size: int = 8
    accumulation: int = 2
    eval_every: int = 20
    eval_batches: int = 4
    save_every: int = 30
    seed: int = 7
    output: Path = Path("runs/tinylm")
    resume_from: Path | None = None


def parse_config(argv: list[str] | None = None) -> TrainConfig:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=TrainConfig.steps)
    parser.add_argument("--batch-size", type=int, default=TrainConfig.batch_size)
    parser.add_argument("--accumulation", type=int, default=TrainConfig.accumulation)
    parser.add_argument("--lr", type=float, default=OptimConfig.lr)
    parser.add_argument("--output", type=Path, default=TrainConfig.output)
    parser.add_argument("--resume-from", type=Path, default=None)
    args = parser.parse_args(argv)
    return TrainConfig(
        optim=replace(OptimConfig(), lr=args.lr),
        steps=args.steps,
        batch_size=args.batch_size,
        accumulation=args.accumulation,
        output=args.output,
        resume_from=args.resume_from,
    )
