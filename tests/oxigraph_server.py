"""The `oxigraph` server as tests need it: on a free port, in memory, ended when done."""

import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import ports
import pytest
import urllib3

BINARY = shutil.which("oxigraph", path=str(Path(sys.executable).parent)) or shutil.which("oxigraph")


@contextmanager
def running(*options):
    """The root address of a fresh server, http://127.0.0.1:PORT."""
    if BINARY is None:
        pytest.skip("the oxigraph server is not installed: pip install oxigraph")
    port = ports.free()
    command = [BINARY, "serve", "--bind", f"127.0.0.1:{port}", *options]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            _wait(port, server)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def _wait(port, server):
    for _ in range(1200):
        assert server.poll() is None, "the oxigraph server ended at once"
        with socket.socket() as attempt:
            if attempt.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    pytest.fail("the oxigraph server did not answer within a minute")


def post(root, path, body, kind):
    """What the server answers to a request of our own."""
    response = urllib3.request(
        "POST", root + path, body=body.encode(), headers={"Content-Type": kind}
    )
    assert response.status < 300, response.data
    return response.data.decode()


def update(root, sparql):
    post(root, "/update", sparql, "application/sparql-update")


def nquads(root):
    """All that the server holds, as a set of lines."""
    response = urllib3.request("GET", f"{root}/store", headers={"Accept": "application/n-quads"})
    return set(response.data.decode().splitlines())


def clear(root):
    update(root, "CLEAR ALL")
