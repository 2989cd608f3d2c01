"""The decorators of compiled functions, and a compile cache that an edited rule can't leave stale.

numba's own cache looks at the file of the function it stores and not at the files of the functions that one calls.
So the cache folder's name is a digest of all sources that hold compiled code and of the versions that compile them.
"""

import hashlib
import os
import platform
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba import config, njit, types

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent
COMPILED_FOLDERS = ("engine", "games", "agents")
CACHE_VARIABLE = "OVERSEERS_CACHE_DIR"


def source_digest(package: Path = PACKAGE) -> str:
    """A digest of every source file in `package`'s COMPILED_FOLDERS, and of python, numba and numpy."""
    digest = hashlib.sha256(f"{platform.python_version()} {numba.__version__} {np.__version__}".encode())
    for folder in COMPILED_FOLDERS:
        for path in sorted((package / folder).rglob("*.py")):
            digest.update(path.relative_to(package).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled code is kept: below $OVERSEERS_CACHE_DIR, else the user's cache, else the temporary folder."""
    named = os.environ.get(CACHE_VARIABLE)
    base = Path(named) if named else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "overseers_env"
    try:
        base.mkdir(parents=True, exist_ok=True)
        if not os.access(base, os.W_OK):
            raise PermissionError(base)
    except OSError:
        base = Path(tempfile.gettempdir()) / f"overseers_env-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    return base / source_digest()


CACHE_FOLDER = cache_folder()
_is_cold = not CACHE_FOLDER.exists()


def jit(function: F) -> F:
    """Compile a rule for calls from other compiled functions, without the interpreter's lock.

    Whole numbers arrive as 64-bit integers whatever they were, so that a rule is compiled once and not once for each
    mixture of sizes. With NUMBA_DISABLE_JIT=1 the function stays plain Python, for debugging and coverage.
    """
    if config.DISABLE_JIT:
        return function
    compiled = njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    resolve = compiled.get_call_template
    compiled.get_call_template = lambda args, kws: resolve(tuple(map(_widened, args)), kws)
    return compiled  # type: ignore[no-any-return]


def _widened(argument: Any) -> Any:
    return types.int64 if isinstance(argument, types.Integer | types.IntegerLiteral) else argument


def jit_entry(function: F) -> F:
    """Compile a function that Python calls, without the interpreter's lock, and keep the result in the cache."""
    usual = config.CACHE_DIR
    config.CACHE_DIR = str(CACHE_FOLDER)
    try:
        return njit(cache=True, nogil=True, error_model="numpy")(function)  # type: ignore[no-any-return]
    finally:
        config.CACHE_DIR = usual


def announce_compilation() -> None:
    """Say once, on stderr, that the first call will compile, if the cache has nothing yet."""
    global _is_cold
    if _is_cold and not config.DISABLE_JIT:
        print("overseers_env: first use on this machine, compiling the rules (once, under 30 s) ...", file=sys.stderr)
    _is_cold = False
