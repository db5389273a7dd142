// swift-tools-version: 6.3
// A host written in Swift, in a package of its own: it uses Pyxis as another package would.

import PackageDescription

let package = Package(
  name: "pyxis-host",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "pyxis", path: "../../..")],
  targets: [
    .executableTarget(
      name: "pyxis-host",
      dependencies: [.product(name: "PyxisRuntime", package: "pyxis")],
      path: "Sources/PyxisHost"
    ),
    // The runner of `make demo`.
    .executableTarget(
      name: "pyxis-demo",
      dependencies: [.product(name: "PyxisXCTest", package: "pyxis")],
      path: "Sources/PyxisDemo"
    ),
  ],
  swiftLanguageModes: [.v6]
)
