"""The public JSON of a game and of the server, each document declared once.

Builders return these types, which mypy checks; the server's OpenAPI is generated from them, and the page's types from
that. At run time a document is a plain dict, and nothing here is executed when one is built or sent. The words that
documents consist of (`Good`, `Phase`, …) are declared by the rules.
"""
