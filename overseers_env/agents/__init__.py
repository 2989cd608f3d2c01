"""Players: random, heuristic, learned. `learned` is the one file here that may import torch."""
