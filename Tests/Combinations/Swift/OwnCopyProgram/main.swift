// A Swift program with a copy inside, which opens a plugin that brings another one.

import OwnCopy

readBothCopies(plugin: CommandLine.arguments[1])
