"""What one caller leaves out, another one passes; a helper gives each its own path."""

import torch
import torch.distributed as dist


def save_loader(step, loader=None):
    if loader is not None:
        dist.barrier()
        torch.save(loader.state_dict(), f"loader_{step}.pt")  # expect: shared-checkpoint-path


def save_without_one(step):
    save_loader(step)


def step_path(folder, step):
    return folder / f"step_{step}"


def save_twice(output_dir, step, model, loader):
    first = step_path(output_dir, step) / "model.pt"
    second = step_path(output_dir, step) / "loader.pt"
    dist.barrier()
    if dist.get_rank() == 0:
        torch.save(model, first)
    dist.barrier()
    torch.save(loader.state_dict(), second)  # expect: shared-checkpoint-path


def save_for_each_rank(output_dir, step, loader):
    step_path(output_dir, step).mkdir(exist_ok=True)
    dist.barrier()
    torch.save(loader.state_dict(), step_path(output_dir, step) / f"{dist.get_rank()}.pt")
