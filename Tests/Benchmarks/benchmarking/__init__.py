"""Runs the benchmarks, and shows what they measured beside what was wanted."""
