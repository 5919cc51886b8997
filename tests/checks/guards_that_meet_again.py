"""Ranks that part for one call and meet again, with much to decide before and after."""

import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import (
    StateDictOptions,
    get_model_state_dict,
    get_optimizer_state_dict,
)

from elsewhere import InBackward, Wrapper, now

FULL = StateDictOptions(full_state_dict=True)


class Client:
    def __init__(self, options):
        self.first = dist.get_rank() == 0
        self.options = options

    def save(self, model, optimizer, epoch, single, whole, partial):
        saved = {}
        optim = {}
        if self.first:
            print("saving")
            started = now()
        if partial and not whole:
            saved["steps"] = epoch
        if whole:
            weights = get_model_state_dict(model, options=FULL)
            if self.first:
                print("weights", now() - started)
        elif not single:
            weights = {k: v.cpu() for k, v in model.state_dict().items()}
        else:
            weights = model.state_dict()
        if partial:
            if self.first:
                print("optimizer")
                started = now()
            if single:
                optim = optimizer.state_dict()
            elif isinstance(optimizer, Wrapper):
                for name, one in optimizer.items():
                    optim[name] = get_optimizer_state_dict(model, one, options=FULL)
            elif isinstance(optimizer, InBackward):
                optim = optimizer.state_dict()
            else:
                if self.first:
                    optim = get_optimizer_state_dict(  # expect: rank-guarded-collective
                        model, optimizer, options=FULL
                    )
            if self.first:
                print("optimizer", now() - started)
        else:
            optim = None

        if self.first:
            saved["model"] = weights
            torch.save(saved, "a.pt")
        dist.barrier()


def the_first_rank_goes_first(path, options, build):
    if dist.get_rank() != 0:
        dist.barrier()
    if options.fresh or not path.exists():
        build(path)
    elif options.check:
        print(path)
    if dist.get_rank() == 0:
        dist.barrier()
