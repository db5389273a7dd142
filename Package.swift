// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "pyxis",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "PyxisCore", targets: ["PyxisCore"]),
    .library(name: "PyxisRuntime", targets: ["PyxisRuntime"]),
    .library(name: "PyxisXCTest", targets: ["PyxisXCTest"]),
    // The one copy for a process that Swift shares with users of `pyxis.h`.
    .library(name: "pyxis", type: .dynamic, targets: ["PyxisCore", "PyxisRuntime", "PyxisABI"]),
  ],
  targets: [
    .target(name: "PyxisShims"),
    .target(name: "PyxisCore", dependencies: ["PyxisShims"]),
    .target(name: "PyxisRuntime", dependencies: ["PyxisCore", "PyxisShims"]),
    .target(name: "PyxisSpawn"),
    .target(name: "PyxisXCTest", dependencies: ["PyxisCore", "PyxisSpawn"]),
    .systemLibrary(name: "CPyxis", path: "Include"),
    .target(name: "PyxisABI", dependencies: ["CPyxis", "PyxisCore", "PyxisRuntime", "PyxisShims"]),
    .target(name: "TestSupport", path: "Tests/Support"),
    .testTarget(
      name: "PyxisCoreTests",
      dependencies: ["PyxisCore", "PyxisShims", "TestSupport"],
      resources: [.copy("Cases")]
    ),
    .testTarget(
      name: "PyxisRuntimeTests",
      dependencies: ["PyxisRuntime", "PyxisABI", "CPyxis", "TestSupport"]
    ),
    .testTarget(
      name: "PyxisABITests", dependencies: ["PyxisABI", "CPyxis", "PyxisShims", "TestSupport"]),
    .testTarget(name: "PyxisXCTestTests", dependencies: ["PyxisXCTest", "TestSupport"]),
    .systemLibrary(
      name: "CFFI",
      path: "Tests/Parity/CFFI",
      pkgConfig: "libffi",
      providers: [.apt(["libffi-dev"]), .brew(["libffi"])]
    ),
    .target(
      name: "CParityTable",
      dependencies: ["CPyxis"],
      path: "Tests/Parity/Table",
      cSettings: [.headerSearchPath("../../../Include")]
    ),
    .testTarget(
      name: "PyxisParityTests",
      dependencies: [
        "CFFI", "CParityTable", "CPyxis", "PyxisABI", "PyxisCore", "PyxisRuntime", "TestSupport",
      ],
      path: "Tests/Parity/Tests"
    ),
  ],
  swiftLanguageModes: [.v6]
)
