"""Imported before torch: `training` tells its threads to sleep and not to spin while they wait."""

import training  # noqa: F401
