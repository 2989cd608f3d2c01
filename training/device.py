"""Where a network is trained, and in which numbers."""

import torch


def find_device(wanted: str) -> torch.device:
    """The device of config key `device`. Raises ValueError if it is cuda and torch sees no GPU."""
    has_gpu = torch.cuda.is_available()
    if wanted == "cuda" and not has_gpu:
        raise ValueError("device='cuda' is not allowed here, torch sees no GPU; allowed: auto, cpu")
    return torch.device("cuda" if has_gpu and wanted != "cpu" else "cpu")


def uses_bfloat16(wanted: str, device: torch.device) -> bool:
    """Whether config key `autocast` asks for bfloat16 here: auto only where the hardware multiplies in it."""
    return wanted == "bf16" or (wanted == "auto" and has_bfloat16(device))


def has_bfloat16(device: torch.device) -> bool:
    """Whether the device multiplies in bfloat16, by what torch says; elsewhere it would be emulated, and slow."""
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported(including_emulation=False))
    capabilities = torch.cpu.get_capabilities() if hasattr(torch.cpu, "get_capabilities") else {}
    return any(bool(capabilities.get(name)) for name in ("avx512_bf16", "amx_bf16", "sve_bf16"))
