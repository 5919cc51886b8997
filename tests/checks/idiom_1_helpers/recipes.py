"""Recipes name their sharding function in a table; the job calls it through the table."""

from dataclasses import dataclass
from typing import Callable

from engine import apply_fsdp


@dataclass(frozen=True)
class Recipe:
    name: str
    shard: Callable


RECIPES = {"dense": Recipe("dense", apply_fsdp)}
