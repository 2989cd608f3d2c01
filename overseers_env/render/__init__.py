"""Drawing a table for people."""
