"""Launches the hosts, says what they have to print, and compares what they do print."""
