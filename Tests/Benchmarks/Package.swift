// swift-tools-version: 6.3
// The benchmarks in Swift, in a package of their own: they use Pyxis as another package would.

import PackageDescription

let package = Package(
  name: "pyxis-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "pyxis", path: "../..")],
  targets: [
    .target(name: "Measuring", path: "Measuring"),
    .target(name: "Counting", path: "Counting"),
    .executableTarget(
      name: "benchmark-swift",
      dependencies: ["Measuring", .product(name: "PyxisRuntime", package: "pyxis")],
      path: "Swift/Benchmarks"
    ),
    .executableTarget(
      name: "benchmark-launching",
      dependencies: [.product(name: "PyxisXCTest", package: "pyxis")],
      path: "Swift/Launching"
    ),
    .executableTarget(
      name: "counts-swift",
      dependencies: ["Counting", .product(name: "PyxisRuntime", package: "pyxis")],
      path: "Swift/Counts"
    ),
  ],
  swiftLanguageModes: [.v6]
)
