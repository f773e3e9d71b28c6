"""A network between a server and a service that can be cut, and healed again."""

import contextlib
import socket
import threading


class Proxy:
    """Forwards connections on a port of its own to another port of this machine."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._open: set[socket.socket] = set()
        self._is_cut = False
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """End all connections, and every new one at once."""
        self._is_cut = True
        self._drop_all()

    def heal(self) -> None:
        """Forward new connections again."""
        self._is_cut = False

    def close(self) -> None:
        """End everything."""
        self._listener.close()
        self.cut()

    def _drop_all(self) -> None:
        with self._lock:
            for each in self._open:
                # The threads that read from it notice, and close it.
                with contextlib.suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)
            self._open.clear()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # the listener was closed
            while True:
                client, _ = self._listener.accept()
                if self._is_cut:
                    client.close()
                    continue
                try:
                    service = socket.create_connection(("127.0.0.1", self._target), timeout=5)
                except OSError:
                    client.close()
                    continue
                service.settimeout(None)
                with self._lock:
                    self._open |= {client, service}
                for pair in ((client, service), (service, client)):
                    threading.Thread(target=self._forward, args=pair, daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                target.sendall(data)
        for each in (source, target):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            with self._lock:
                self._open.discard(each)
        source.close()
