// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that building and testing Cardmill never sees it: `make bench`.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "cardmill", path: "../..")],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        .product(name: "Cardmill", package: "cardmill"),
        .product(name: "CardmillFiles", package: "cardmill"),
        .product(name: "CardmillPlugins", package: "cardmill"),
      ],
      // C's own globals, such as `environ`.
      swiftSettings: [.swiftLanguageMode(.v5)])
  ]
)
