"""A proxy before a server that can be told to misbehave."""

import http.server
import threading
from contextlib import contextmanager

import urllib3


class Proxy(http.server.ThreadingHTTPServer):
    """Passes requests on; `faults` is asked before each, and its answer done in their place.

    A fault is a status, "drop" (the connection ends without an answer), "after" (the request is
    carried out, and the answer lost), "cut" (half of the answer), "slow", or None to pass on.
    """

    daemon_threads = True

    def __init__(self, target):
        super().__init__(("127.0.0.1", 0), Handler)
        self.target = target
        self.requests = []
        self.faults = lambda *_: None
        self.released = threading.Event()

    def handle_error(self, request, client_address):
        """Connections that break are what this is for."""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.requests.append((self.path, dict(self.headers), body))
        fault = self.server.faults(len(self.server.requests), self.path)
        if fault == "drop":
            self.close_connection = True
            return
        if fault == "slow":
            self.server.released.wait(5)
            self.close_connection = True
            return
        if isinstance(fault, int):
            self._answer(fault, b"as told to", {"Retry-After": "0"})
            return
        passed = {k: v for k, v in self.headers.items() if k in {"Content-Type", "Accept"}}
        found = urllib3.request(
            "POST", self.server.target + self.path, body=body, headers=passed, retries=False
        )
        if fault == "after":
            self.close_connection = True
            return
        content = {k: v for k, v in found.headers.items() if k.lower() == "content-type"}
        self._answer(found.status, found.data, content, cut=fault == "cut")

    def _answer(self, status, data, headers, *, cut=False):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data[: len(data) // 2] if cut else data)
        self.close_connection = cut

    def log_message(self, *args):
        """Nothing."""


@contextmanager
def before(target):
    """A proxy before the server at `target`, with its address as `root`."""
    with Proxy(target) as proxy:
        proxy.root = f"http://127.0.0.1:{proxy.server_port}"
        thread = threading.Thread(target=proxy.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield proxy
        finally:
            proxy.released.set()
            proxy.shutdown()
            thread.join()
