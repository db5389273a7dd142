// swift-tools-version: 6.3
// The benchmarks in Swift, in a package of their own: they use Pyxis as another package would.

import PackageDescription

let package = Package(
  name: "pyxis-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "pyxis", path: "../..")],
  targets: [
    .target(name: "Measuring", path: "Measuring"),
    .executableTarget(
      name: "benchmark-swift",
      dependencies: ["Measuring", .product(name: "PyxisRuntime", package: "pyxis")],
      path: "Swift/Benchmarks"
    ),
  ],
  swiftLanguageModes: [.v6]
)
