"""Ports for servers of other people that can be told one and cannot tell one."""

import random
import socket

_PORTS = range(20_000, 32_000)
"""Below those that systems give to whoever asks for any, which another program may get at once."""


def free():
    """A port of this machine that nobody listens at."""
    for port in random.sample(_PORTS, 100):
        with socket.socket() as tried:
            try:
                tried.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("a hundred ports are taken")
