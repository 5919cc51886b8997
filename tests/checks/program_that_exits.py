"""A program that ends with sys.exit(), on all ranks or on some."""
import sys

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch.distributed.fsdp import fully_shard

from elsewhere import make_net, read_arguments


def main():
    arguments = read_arguments()
    net = make_net(arguments)
    for layer in net.layers:
        fully_shard(layer)
    fully_shard(net)
    with torch.no_grad():
        net(arguments.batch)
    optimizer = torch.optim.AdamW(net.parameters())  # expect: optimizer-after-unresharded-forward
    for batch in arguments.batches:
        net(batch).sum().backward()
        optimizer.step()
        optimizer.zero_grad()
    report(arguments.total)
    return 0


def report(total):
    if dist.get_rank() != 0:
        sys.exit(0)
    dist.all_reduce(total)  # expect: rank-guarded-collective
    print(total)


def refuse(total, limit):
    if limit < 0:
        sys.exit("the limit is negative")
    if dist.get_rank() != 0 and limit > 100:
        sys.exit(2)
    dist.all_reduce(total)


def save_in_the_background(states, path):
    future = dcp.async_save(states, checkpoint_id=path)  # expect: async-save-not-awaited
    print("saving to", path)


def save_and_give_up(states, path):
    save_in_the_background(states, path)
    raise RuntimeError("there is nothing more to do")


if __name__ == "__main__":
    sys.exit(main())
