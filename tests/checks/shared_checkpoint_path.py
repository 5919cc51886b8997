import os

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from safetensors.torch import save_file

FOLDER = "runs/latest"


def all_write(scheduler, step: int):
    state = {"step": step, "scheduler": scheduler.state_dict()}
    torch.save(state, os.path.join(FOLDER, "extra.pt"))  # expect: shared-checkpoint-path
    dist.barrier()


def one_writes(scheduler, step: int):
    if dist.get_rank() == 0:
        torch.save({"step": step, "scheduler": scheduler.state_dict()}, os.path.join(FOLDER, "extra.pt"))
    dist.barrier()


def everyone_has_a_file(generator_state):
    name = f"rng_{dist.get_rank():05d}.pt"
    torch.save(generator_state, os.path.join(FOLDER, name))
    dist.barrier()


def others_leave(scheduler, path: str):
    if dist.get_rank() != 0:
        return
    torch.save(scheduler.state_dict(), path)


def distributed(state, folder: str):
    dcp.save(state, checkpoint_id=folder)


def path_from_outside(state, path: str):
    torch.save(state, path)


def as_safetensors(weights):
    save_file(weights, "model.safetensors")  # expect: shared-checkpoint-path
    dist.barrier()


def as_safetensors_on_one_rank(weights):
    if dist.get_rank() == 0:
        save_file(weights, "model.safetensors")
    dist.barrier()
