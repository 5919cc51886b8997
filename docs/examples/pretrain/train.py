"""Pretrains the model: torchrun --nproc-per-node 2 train.py --steps 60"""

from __future__ import annotations

from contextlib import nullcontext

import torch
import torch.distributed as dist
from torch import Tensor

from tinylm.checkpoint import (
    gather_weights,
    load_checkpoint,
    save_best,
    save_checkpoint,
    write_weights,
)
from tinylm.config import TrainConfig, parse_config
from tinylm.data import CountingSequences, build_loader, endless
from tinylm.metrics import MetricLog, mean_over_ranks, parameter_count
from tinylm.model import Transformer, next_token_loss
from tinylm.optim import build_optimizer, build_schedule
from tinylm.parallel import Worker, build_mesh, shard_model, start_worker


class Trainer:
    def __init__(self, cfg: TrainConfig, worker: Worker) -> None:
        self.cfg = cfg
        self.worker = worker
        torch.manual_seed(cfg.seed)

        self.model = Transformer(cfg.model)
        self.optimizer = build_optimizer(self.model, cfg.optim)
        self.schedule = build_schedule(self.optimizer, cfg.optim, cfg.steps)
        shard_model(self.model, build_mesh(worker), cfg.shard)

        self.train_batches = endless(self._loader(size=2048, seed=cfg.seed))
        self.eval_batches = endless(self._loader(size=256, seed=cfg.seed + 1))
        self.log = MetricLog(cfg.output / "metrics.jsonl", enabled=worker.is_main)
        self.step = 0
        self.best = float("inf")

    def fit(self) -> None:
        if self.cfg.resume_from is not None:
            self.step = load_checkpoint(
                self.model, self.optimizer, self.schedule, self.cfg.resume_from
            )
        if self.worker.is_main:
            print(f"{parameter_count(self.model)} parameters on {self.worker.world_size} ranks")
        while self.step < self.cfg.steps:
            loss, grad_norm = self._train_step()
            self.step += 1
            self.log.write(self.step, loss=loss, grad_norm=grad_norm)
            if self.step % self.cfg.eval_every == 0:
                self._evaluate()
            if self.step % self.cfg.save_every == 0:
                self._checkpoint()
        self._export()

    def _loader(self, size: int, seed: int):
        model = self.cfg.model
        dataset = CountingSequences(size, model.context, model.vocab_size, seed)
        worker = self.worker
        return build_loader(dataset, self.cfg.batch_size, worker.rank, worker.world_size, seed)

    def _next(self, batches) -> tuple[Tensor, Tensor]:
        tokens, targets = next(batches)
        return tokens.to(self.worker.device), targets.to(self.worker.device)

    def _train_step(self) -> tuple[float, float]:
        self.model.train()
        self.optimizer.zero_grad(set_to_none=True)
        total = torch.zeros((), device=self.worker.device)
        for micro in range(self.cfg.accumulation):
            last = micro == self.cfg.accumulation - 1
            tokens, targets = self._next(self.train_batches)
            with nullcontext() if last else self.model.no_sync():
                loss = next_token_loss(self.model(tokens), targets) / self.cfg.accumulation
                loss.backward()
            total += loss.detach()
        norm = torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.cfg.optim.max_grad_norm)
        self.optimizer.step()
        self.schedule.step()
        return mean_over_ranks(total), norm.full_tensor().item()

    @torch.no_grad()
    def _evaluate(self) -> None:
        self.model.eval()
        total = torch.zeros((), device=self.worker.device)
        for _ in range(self.cfg.eval_batches):
            tokens, targets = self._next(self.eval_batches)
            logits = self.model.forward(tokens)
            total += next_token_loss(logits, targets)
        loss = mean_over_ranks(total / self.cfg.eval_batches)
        self.log.write(self.step, eval_loss=loss)
        if loss < self.best:
            self.best = loss
            save_best(self.model, self.step, self.cfg.output / "best.pt")

    def _checkpoint(self) -> None:
        save_checkpoint(self.model, self.optimizer, self.schedule, self.step, self.cfg.output)

    def _export(self) -> None:
        if self.worker.is_main:
            weights = gather_weights(self.model)
            write_weights(weights, self.step, self.cfg.output / "final.pt")
        dist.barrier()


def main() -> None:
    cfg = parse_config()
    worker = start_worker()
    Trainer(cfg, worker).fit()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
