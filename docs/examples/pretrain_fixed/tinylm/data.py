"""Synthetic sequences with structure to learn, dealt out to the ranks."""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import Tensor
from torch.utils.data import DataLoader, Dataset
from torch.utils.data.distributed import DistributedSampler

Batch = tuple[Tensor, Tensor]


class CountingSequences(Dataset[Batch]):
    """Each sequence counts upwards by its own step, modulo the size of the vocabulary."""

    def __init__(self, size: int, context: int, vocab_size: int, seed: int) -> None:
        generator = torch.Generator().manual_seed(seed)
        start = torch.randint(vocab_size, (size, 1), generator=generator)
        step = torch.randint(1, 4, (size, 1), generator=generator)
        self.rows = (start + step * torch.arange(context + 1)) % vocab_size

    def __len__(self) -> int:
        return self.rows.size(0)

    def __getitem__(self, index: int) -> Batch:
        row = self.rows[index]
        return row[:-1], row[1:]


def build_loader(
    dataset: CountingSequences, batch_size: int, rank: int, world_size: int, seed: int
) -> DataLoader[Batch]:
    sampler = DistributedSampler(
        dataset, num_replicas=world_size, rank=rank, shuffle=True, seed=seed, drop_last=True
    )
    return DataLoader(dataset, batch_size=batch_size, sampler=sampler, drop_last=True)


def endless(loader: DataLoader[Batch]) -> Iterator[Batch]:
    """Yields batches for ever and reshuffles at the start of each epoch."""
    epoch = 0
    while True:
        loader.sampler.set_epoch(epoch)
        yield from loader
        epoch += 1
