"""async_save returns while the files are being written. If nobody waits, the job can take down its
process group first: the checkpoint stays without metadata, and the error is never seen. A gate in
the writer plays the slow disk."""

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


def finish_writing(disk):
    disk.gate.set()
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()


def bad(rank):
    disk = SlowDisk(shared_folder() / "step_1")
    dcp.async_save({"model": shard(Net()).state_dict()}, storage_writer=disk)
    dist.destroy_process_group()
    finish_writing(disk)
    return (shared_folder() / "step_1" / ".metadata").exists()


def good(rank):
    disk = SlowDisk(shared_folder() / "step_1")
    future = dcp.async_save({"model": shard(Net()).state_dict()}, storage_writer=disk)
    disk.gate.set()
    future.result()
    dist.barrier()
    dist.destroy_process_group()
    return (shared_folder() / "step_1" / ".metadata").exists()


def verify(bad, good):
    assert all(outcome.value is False for outcome in bad)
    assert all(outcome.value is True for outcome in good)
