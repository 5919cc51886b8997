#!/usr/bin/env python3
"""Shows on real PyTorch that the mistakes behind the static rules do what the rules say.

    python3 tests/truth/run.py [rule ...]

Needs a Python with torch; no GPU. Prints one line per rule. Ends with 1 if anything differs from
what the rule claims, with 2 on wrong use, with 77 (ctest: skipped) where there is no torch.
"""

from __future__ import annotations

import importlib
import sys
import time
import traceback
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).resolve().parent
NOT_RULES = {"run", "harness"}
NO_TORCH = 77

sys.path.insert(0, str(HERE))


def all_rules() -> list[str]:
    names = (path.stem for path in HERE.glob("*.py"))
    return sorted(name.replace("_", "-") for name in names if name not in NOT_RULES)


def check(module: ModuleType) -> str:
    """Returns "" if both forms do what the rule says, else what was different."""
    import harness

    ranks = getattr(module, "RANKS", 2)
    bad = harness.run_ranks(module.bad, ranks)
    good = harness.run_ranks(module.good, ranks)
    complaint = complaint_of(module, bad, good)
    if not complaint and not complaint_of(module, good, bad):
        complaint = "verify() also accepts the two forms swapped, so it proves nothing"
    if not complaint:
        return ""
    shown = [complaint]
    for name, outcomes in (("bad", bad), ("good", good)):
        for rank, outcome in enumerate(outcomes):
            shown.append(f"    {name} form, rank {rank}: {outcome.trace or outcome.value}")
    return "\n".join(shown)


def complaint_of(module: ModuleType, bad: list, good: list) -> str:
    try:
        module.verify(bad, good)
        return ""
    except Exception:
        return traceback.format_exc()


def main(arguments: list[str]) -> int:
    known = all_rules()
    rules = [argument.replace("_", "-") for argument in arguments] or known
    unknown = [rule for rule in rules if rule not in known]
    if unknown:
        print(f"no truth test for: {', '.join(unknown)}", file=sys.stderr)
        return 2
    try:
        import torch
    except ImportError:
        print("this Python has no torch; nothing was checked", file=sys.stderr)
        return NO_TORCH
    print(f"torch {torch.__version__}", flush=True)
    failed = skipped = 0
    for rule in rules:
        started = time.monotonic()
        module = importlib.import_module(rule.replace("-", "_"))
        reason = module.skip_reason() if hasattr(module, "skip_reason") else ""
        difference = "" if reason else check(module)
        failed += bool(difference)
        skipped += bool(reason)
        verdict = f"skipped: {reason}" if reason else difference and "DIFFERS" or "as claimed"
        print(f"{rule:36} {time.monotonic() - started:5.1f} s  {verdict}", flush=True)
        if difference:
            print(difference, flush=True)
    print(f"{len(rules)} rules, {failed} differ, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
