// The threads, signals and deadlines of all tests, for each file of this target.
@_exported import TestSupport
