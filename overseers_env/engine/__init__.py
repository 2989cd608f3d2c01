"""Machinery for games of hidden information: a compiler decorator, a generator, a batch. It knows no game."""
