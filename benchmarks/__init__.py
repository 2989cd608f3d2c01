"""Speed, side by side with peers in one run: `python -m benchmarks`."""

import os

# As training/__init__.py, which comes too late where a benchmark imports torch first: threads that wait must sleep.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
