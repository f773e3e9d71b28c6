"""The web server: tables, seats, invitations, bots and the live game, over HTTP and WebSocket."""
