"""Overseers: its rules (RULES.md), and nothing else."""
