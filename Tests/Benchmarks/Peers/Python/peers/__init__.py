"""Ways to keep a program's configuration, each behind the same few operations."""
