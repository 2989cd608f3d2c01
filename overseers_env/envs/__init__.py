"""Thin shells around the engine for PettingZoo, Gymnasium and Stable-Baselines3."""
