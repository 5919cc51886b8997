import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch.distributed.fsdp import fully_shard

import store


def build(net):
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    return net, torch.optim.AdamW(net.parameters())


def export(net, path):
    net, _ = build(net)
    weights = store.whole_weights(net)
    if dist.get_rank() == 0:
        store.write(weights, path)


def export_by_hand(net, path):
    net, _ = build(net)
    weights = store.whole_weights_by_hand(net)
    if dist.get_rank() == 0:
        store.write(weights, path)


def export_on_one_rank(net, path):
    net, _ = build(net)
    if dist.get_rank() == 0:
        weights = store.whole_weights(net)  # expect: rank-guarded-collective
        store.write(weights, path)


def round_trip(net, folder):
    net, optimizer = build(net)
    store.load_sharded(net, optimizer, folder)
    store.save_sharded(net, optimizer, folder)


def optimizer_of_each_rank(net, folder):
    _, optimizer = build(net)
    torch.save(optimizer.state_dict(), f"{folder}/optimizer_{dist.get_rank()}.pt")


def local_parts(net, folder):
    net, _ = build(net)
    parts = {name: value.to_local() for name, value in net.state_dict().items()}
    torch.save(parts, f"{folder}/part_{dist.get_rank()}.pt")


def value_of_load(net, folder):
    net, _ = build(net)
    state = dcp.load({"net": net.state_dict()}, checkpoint_id=folder)  # expect: dcp-load-result-unused
    net.load_state_dict(state["net"])


def shards_in_one_file(net, path):
    net, _ = build(net)
    if dist.get_rank() == 0:
        torch.save({"net": net.state_dict()}, path)  # expect: save-sharded-state-dict


class Background:
    def __init__(self):
        self.group = dist.new_group(backend="gloo")
        self.futures = {}

    def save(self, net, step: int, folder):
        state = {"net": net.state_dict()}
        self.futures[step] = dcp.async_save(state, checkpoint_id=folder, process_group=self.group)

    def close(self):
        for future in self.futures.values():
            future.result()
