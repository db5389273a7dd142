// The locks and limits of all tests, for each file of this target.
@_exported import TestSupport
