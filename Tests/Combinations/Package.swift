// swift-tools-version: 6.3
// The Swift parts of the combinations, in a package of their own: they use Pyxis as others would.

import PackageDescription

/// The one copy of a process in which Swift and `pyxis.h` meet.
let shared: Target.Dependency = .product(name: "pyxis", package: "pyxis")
/// A copy inside what links it, which no such process should have.
let own: Target.Dependency = .product(name: "PyxisRuntime", package: "pyxis")

let package = Package(
  name: "pyxis-combinations",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "swift-plugin", type: .dynamic, targets: ["SwiftPlugin"]),
    .library(name: "own-copy-plugin", type: .dynamic, targets: ["OwnCopy"]),
    .library(name: "unrelated", type: .dynamic, targets: ["Unrelated"]),
  ],
  dependencies: [.package(name: "pyxis", path: "../..")],
  targets: [
    .systemLibrary(name: "CParts", path: "C/include"),
    .executableTarget(
      name: "swift-program", dependencies: ["CParts", shared], path: "Swift/Program"),
    .executableTarget(
      name: "own-copy-program", dependencies: ["OwnCopy"], path: "Swift/OwnCopyProgram"),
    .executableTarget(
      name: "mixed-program", dependencies: ["OwnCopy", shared], path: "Swift/MixedProgram"),
    .target(name: "SwiftPlugin", dependencies: [shared], path: "Swift/Plugin"),
    .target(name: "OwnCopy", dependencies: [own], path: "Swift/OwnCopy"),
    .target(name: "Unrelated", path: "Swift/Unrelated"),
  ],
  swiftLanguageModes: [.v6]
)
