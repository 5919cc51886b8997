"""A small language model, trained with sharded data parallelism."""
