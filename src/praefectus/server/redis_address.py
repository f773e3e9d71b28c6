"""Addresses of Redis as hosts give them. Imported only if Redis is configured."""

from redis.asyncio.connection import UnixDomainSocketConnection, parse_url

EXAMPLES = "such as redis://127.0.0.1:6379 or unix:///run/redis.sock"


def is_redis_address(text: str) -> bool:
    """Tell whether a text is the address of a Redis server. Who tells people so must not repeat it: it may hold a password."""
    try:
        parts = parse_url(text)
    except ValueError:
        return False
    return "path" in parts or not is_socket_file(text)


def is_socket_file(address: str) -> bool:
    """Tell whether a server is reached through a file of this machine."""
    return parse_url(address).get("connection_class") is UnixDomainSocketConnection
