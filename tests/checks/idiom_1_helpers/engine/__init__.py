from .apply import apply_fsdp
from .apply import post_order as shard_tree

__all__ = ["apply_fsdp", "shard_tree"]
