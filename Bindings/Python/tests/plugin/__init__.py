"""Tests of the pytest plugin: projects with suites of their own."""
