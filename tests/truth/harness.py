"""Runs one function on several gloo ranks, in forked processes, and reports what each rank saw.

A truth test is a module with two functions, `bad` and `good`, that take the rank and return plain
Python values, and a function `verify` that receives the outcomes of both, one per rank.

The parent imports torch once, with all that the tests use, and never starts a thread or a process
group, so that forking is safe and costs milliseconds. Ranks meet through a file in a temporary
directory; no port is fixed.
"""

from __future__ import annotations

import os
import pickle
import select
import shutil
import signal
import struct
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

os.environ["OMP_NUM_THREADS"] = "1"
os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")

import torch  # noqa: E402
import torch._dynamo  # noqa: E402, F401
import torch.distributed as dist  # noqa: E402
import torch.distributed.checkpoint.state_dict  # noqa: E402, F401
import torch.distributed.fsdp  # noqa: E402, F401
import torch.distributed.tensor.parallel  # noqa: E402, F401
from torch import Tensor, nn  # noqa: E402
from torch.distributed.fsdp import fully_shard  # noqa: E402
from torch.distributed.tensor import DTensor  # noqa: E402

# A form that does not end in this time is broken, whatever it wanted to show.
FORM_SECONDS = 150.0
# How long a rank waits for partners in a call that the form expects to hang.
LONELY_SECONDS = 0.5


@dataclass
class Outcome:
    """What one rank saw: a value, or the exception that ended it."""

    value: Any = None
    error_type: str = ""
    error: str = ""
    trace: str = ""

    @property
    def timed_out(self) -> bool:
        """Whether a collective waited in vain; with NCCL this is a hang of many minutes."""
        return "timed out" in self.error.lower()

    def raised(self, type_name: str, *parts: str) -> bool:
        return self.error_type == type_name and all(part in self.error for part in parts)


def run_ranks(form: Callable[[int], Any], ranks: int) -> list[Outcome]:
    """Runs `form(rank)` on every rank. A rank stays alive until all others have answered."""
    folder = tempfile.mkdtemp(prefix="truth-")
    release_read, release_write = os.pipe()
    children: dict[int, tuple[int, int]] = {}
    try:
        for rank in range(ranks):
            answer_read, answer_write = os.pipe()
            pid = os.fork()
            if pid == 0:
                os.close(release_write)
                os.close(answer_read)
                _rank_main(form, rank, ranks, folder, answer_write, release_read)
            os.close(answer_write)
            children[rank] = (pid, answer_read)
        return _collect(children)
    finally:
        os.close(release_write)
        os.close(release_read)
        for pid, answer_read in children.values():
            os.close(answer_read)
            _end(pid)
        shutil.rmtree(folder, ignore_errors=True)


def _rank_main(
    form: Callable[[int], Any], rank: int, ranks: int, folder: str, answer: int, release: int
) -> None:
    try:
        os.environ.update(
            RANK=str(rank), LOCAL_RANK=str(rank), WORLD_SIZE=str(ranks), TRUTH_FOLDER=folder
        )
        torch.set_num_threads(1)
        warnings.simplefilter("ignore")
        outcome = _outcome_of(form, rank, ranks, folder)
        _send(answer, pickle.dumps(outcome))
        os.read(release, 1)
    finally:
        os._exit(0)


def _outcome_of(form: Callable[[int], Any], rank: int, ranks: int, folder: str) -> Outcome:
    try:
        dist.init_process_group(
            "gloo",
            init_method=f"file://{folder}/rendezvous",
            rank=rank,
            world_size=ranks,
            timeout=timedelta(seconds=FORM_SECONDS),
        )
        torch.manual_seed(0)
        return Outcome(value=form(rank))
    except Exception as error:
        return Outcome(
            error_type=type(error).__name__, error=str(error), trace=traceback.format_exc()
        )


def _send(fd: int, payload: bytes) -> None:
    data = struct.pack("<q", len(payload)) + payload
    while data:
        data = data[os.write(fd, data) :]


def _collect(children: dict[int, tuple[int, int]]) -> list[Outcome]:
    received = {rank: b"" for rank in children}
    open_fds = {answer: rank for rank, (_, answer) in children.items()}
    deadline = time.monotonic() + FORM_SECONDS
    while open_fds:
        ready, _, _ = select.select(list(open_fds), [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            break
        for fd in ready:
            rank = open_fds[fd]
            chunk = os.read(fd, 1 << 16)
            received[rank] += chunk
            if not chunk or _complete(received[rank]):
                del open_fds[fd]
    return [_decode(received[rank]) for rank in sorted(children)]


def _complete(data: bytes) -> bool:
    return len(data) >= 8 and len(data) - 8 >= struct.unpack("<q", data[:8])[0]


def _decode(data: bytes) -> Outcome:
    if not _complete(data):
        return Outcome(error_type="NoAnswer", error="the process died or never finished")
    return pickle.loads(data[8:])


def _end(pid: int) -> None:
    """Reaps a child; one that does not leave after its release is stuck and gets killed."""
    deadline = time.monotonic() + 2.0
    while time.monotonic() < deadline:
        if os.waitpid(pid, os.WNOHANG)[0]:
            return
        select.select([], [], [], 0.002)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def attempt(call: Callable[[], Any]) -> str:
    """Runs `call` and names the exception it raised, or "ok"."""
    try:
        call()
        return "ok"
    except Exception as error:
        return type(error).__name__


def expect_lonely_call() -> None:
    """From here on a collective without partners gives up quickly."""
    dist.barrier()
    dist.distributed_c10d._set_pg_timeout(timedelta(seconds=LONELY_SECONDS), dist.group.WORLD)


def missing_gpus(needed: int) -> str:
    """Why a test that needs GPUs cannot run here, or "". Leaves CUDA uninitialised."""
    found = torch.cuda.device_count()
    return "" if found >= needed else f"needs CUDA with {needed} GPU(s), found {found}"


def shared_folder() -> Path:
    """One temporary directory for all ranks of the running form, removed afterwards."""
    return Path(os.environ["TRUTH_FOLDER"])


class Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.up = nn.Linear(width, 2 * width)
        self.down = nn.Linear(2 * width, width)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.down(torch.relu(self.up(x)))


class Net(nn.Module):
    """Layers in a list, and parameters before and behind them that belong to the root."""

    def __init__(self, width: int = 8, depth: int = 2) -> None:
        super().__init__()
        self.stem = nn.Linear(width, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(depth))
        self.head = nn.Linear(width, 4)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.features(x))

    def features(self, x: Tensor) -> Tensor:
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return x


def shard(net: Net, **options: Any) -> Net:
    """The recipe that is right: layers first, then the root."""
    for block in net.blocks:
        fully_shard(block, **options)
    fully_shard(net, **options)
    return net


def batch(rank: int) -> Tensor:
    """Input that differs between ranks."""
    return torch.randn(3, 8, generator=torch.Generator().manual_seed(100 + rank))


def whole(tensor: Tensor) -> Tensor:
    """A copy of all values, also of a sharded tensor. Collective for those."""
    value = tensor.detach()
    return (value.full_tensor() if isinstance(value, DTensor) else value).clone()


def weights(net: nn.Module) -> dict[str, Tensor]:
    """Collective. Whole copies of all parameters."""
    return {name: whole(p) for name, p in net.named_parameters()}


def moved(before: dict[str, Tensor], after: dict[str, Tensor]) -> dict[str, bool]:
    return {name: not torch.equal(before[name], after[name]) for name in before}


def same_on_all_ranks(tensor: Tensor) -> bool:
    """Collective. Whether every rank holds the same values."""
    copies = [torch.empty_like(tensor) for _ in range(dist.get_world_size())]
    dist.all_gather(copies, tensor.contiguous())
    return all(torch.equal(copies[0], copy) for copy in copies)
