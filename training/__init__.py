"""Training: readable trainers on top of overseers_env, which never imports them."""

import os

# Threads that wait for each other must sleep, not spin: on cores that are shared with anything else, spinning made
# learning up to ten times slower. Read when torch is first imported.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
