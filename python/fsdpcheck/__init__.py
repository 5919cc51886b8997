"""The fsdpcheck command as a Python package: `python -m fsdpcheck` starts the installed program."""
