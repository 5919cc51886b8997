"""async_save returns while the files are being written. A job that ends without waiting for the
future leaves a checkpoint without metadata. A gate in the writer plays the slow disk."""

import threading

import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from harness import Net, shard, shared_folder


class SlowDisk(dcp.FileSystemWriter):
    def __init__(self, path):
        super().__init__(path)
        self.gate = threading.Event()

    def write_data(self, plan, planner):
        self.gate.wait()
        return super().write_data(plan, planner)


def metadata_exists():
    return (shared_folder() / "step_1" / ".metadata").exists()


def bad(rank):
    disk = SlowDisk(shared_folder() / "step_1")
    dcp.async_save({"model": shard(Net()).state_dict()}, storage_writer=disk)
    return metadata_exists()  # and here the process ends


def good(rank):
    disk = SlowDisk(shared_folder() / "step_1")
    future = dcp.async_save({"model": shard(Net()).state_dict()}, storage_writer=disk)
    disk.gate.set()
    future.result()
    dist.barrier()
    return metadata_exists()


def verify(bad, good):
    assert all(outcome.value is False for outcome in bad)
    assert all(outcome.value is True for outcome in good)
