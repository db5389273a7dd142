// A Swift program of the dynamic product, with a library that brings a copy inside: the plugin uses
// the dynamic one.

import OwnCopy

readBothCopies(plugin: CommandLine.arguments[1])
