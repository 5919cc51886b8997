"""Ranks that part inside a training loop."""

import library
import torch
import torch.distributed as dist
from torch.distributed.tensor import DTensor


def mean(value):
    dist.all_reduce(value)
    return value


def only_the_first_rank_averages(step, batches, every):
    for index, batch in enumerate(batches):
        loss = step(batch)
        if index % every == 0:
            if dist.get_rank() == 0:
                print(mean(loss))  # expect: rank-guarded-collective
        dist.all_reduce(loss)


def the_norm_may_be_a_dtensor(net, batches, norm):
    if dist.get_rank() == 0:
        dist.all_reduce(norm)  # expect: rank-guarded-collective
    for batch in batches:
        total = torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        if isinstance(total, DTensor):
            total = total.full_tensor()


def another_group_may_meet_it(loss, group):
    if dist.get_rank() == 0:
        dist.all_reduce(loss)
    else:
        dist.all_reduce(loss, group=group)


def another_group_meets_something_else(loss, names, group):
    if dist.get_rank() == 0:
        dist.all_gather_object(names, "x")  # expect: rank-guarded-collective
    else:
        dist.all_reduce(loss, group=group)


def the_others_answer_as_often_as_asked(requests):
    if dist.get_rank() == 0:
        for request in requests:
            dist.broadcast(request, 0)
    else:
        while True:
            dist.broadcast(torch.empty(1), 0)
            if not requests:
                break


def as_many_times_on_every_rank(step, batches, every):
    for index, batch in enumerate(batches):
        loss = step(batch)
        if index % every == 0:
            total = mean(loss)
            if dist.get_rank() == 0:
                print(total)


def prepare(batch):
    return library.move(batch)


def followed_on_one_side_only(batch, loss):
    prepare(batch)
    prepare(batch)
    if dist.get_rank() == 0:
        dist.all_reduce(loss)  # expect: rank-guarded-collective
    prepare(batch)
