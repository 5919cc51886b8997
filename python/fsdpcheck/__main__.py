"""Starts the installed fsdpcheck program, for when its folder is not on the PATH."""

import os
import sys
import sysconfig


def find_program():
    """Returns the program that was installed with this package."""
    site_packages = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    folders = [
        sysconfig.get_path("scripts"),
        sysconfig.get_path("scripts", "posix_user"),
        os.path.join(site_packages, "bin"),  # pip install --target
    ]
    for folder in folders:
        program = os.path.join(folder, "fsdpcheck")
        if os.path.isfile(program):
            return program
    sys.exit("fsdpcheck: the program is in none of " + ", ".join(folders))


if __name__ == "__main__":
    program = find_program()
    os.execv(program, [program, *sys.argv[1:]])
