"""Errors that every game raises alike."""


class IllegalActionError(ValueError):
    """An action that the rules do not allow now. It names the action, the stage and what is allowed; nothing changed."""
