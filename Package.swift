// swift-tools-version: 6.2
import PackageDescription

/// The data sources: one row for each folder in `Plugins/`.
let plugins: [Plugin] = [
  Plugin("CSV"),
  Plugin("JSON"),
  Plugin("VCard"),
  Plugin("XML", libraries: ["CLibXML2"]),
]

let package = Package(
  name: "cardmill",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Cardmill", targets: ["Cardmill"]),
    .library(name: "CardmillFiles", targets: ["CardmillFiles"]),
    .library(name: "CardmillPlugins", targets: ["CardmillPlugins"]),
    .library(name: "CardmillQuery", targets: ["CardmillQuery"]),
    .executable(name: "cardmill", targets: ["CardmillCLI"]),
  ],
  targets: [
    // Our own C: wide byte scanning, chosen at run time.
    .target(name: "CCardmillScan"),

    // Libraries of the system: a module map and a header each, seen by one module.
    .systemLibrary(
      name: "CPCRE2", pkgConfig: "libpcre2-8",
      providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),

    // The framework.
    .target(name: "Cardmill", dependencies: ["CCardmillScan"]),
    .target(name: "CardmillFiles", dependencies: ["Cardmill"]),
    .target(name: "CardmillSQLite", dependencies: ["Cardmill", "CSQLite"]),
    .target(name: "CardmillQuery", dependencies: ["Cardmill", "CardmillSQLite", "CPCRE2"]),
    .target(
      name: "CardmillPlugins",
      dependencies: ["Cardmill"] + plugins.map { .target(name: $0.module) }),
    .executableTarget(
      name: "CardmillCLI",
      dependencies: ["Cardmill", "CardmillFiles", "CardmillPlugins", "CardmillQuery"]),

    // Tests of the framework; each plugin brings its own.
    .target(
      name: "CardmillTestSupport", dependencies: ["Cardmill", "CardmillPlugins"],
      path: "Tests/CardmillTestSupport"),
    .testTarget(name: "CardmillTests", dependencies: ["Cardmill", "CardmillTestSupport"]),
    .testTarget(name: "CardmillFilesTests", dependencies: ["Cardmill", "CardmillFiles"]),
    .testTarget(name: "CardmillSQLiteTests", dependencies: ["Cardmill", "CardmillSQLite"]),
    .testTarget(
      name: "CardmillQueryTests",
      dependencies: ["Cardmill", "CardmillPlugins", "CardmillQuery", "CardmillTestSupport"]),
    .testTarget(
      name: "CardmillPluginsTests",
      dependencies: ["Cardmill", "CardmillFiles", "CardmillPlugins", "CardmillTestSupport"],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "CardmillCLITests",
      dependencies: ["Cardmill", "CardmillCLI", "CardmillFiles", "CardmillPlugins"],
      exclude: ["Commands"]),
  ] + plugins.flatMap(\.targets),
  cLanguageStandard: .gnu11
)

// The same compiler settings for every Swift target.
for target in package.targets where [.regular, .executable, .test].contains(target.type) {
  guard target.name != "CCardmillScan" else { continue }
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
  ]
  // Only for us: a library must not break under its embedders' next compiler.
  if Context.environment["CARDMILL_CI"] != nil {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  }
}

/// One folder in `Plugins/`: a module and its tests.
struct Plugin {
  /// The folder's name, such as `VCard`.
  let name: String
  /// The C libraries that the module wraps.
  let libraries: [String]

  init(_ name: String, libraries: [String] = []) {
    self.name = name
    self.libraries = libraries
  }

  /// The module's name, such as `CardmillVCard`.
  var module: String { "Cardmill" + name }

  /// The module and the tests that it must have.
  var targets: [Target] {
    [
      .target(
        name: module,
        dependencies: ["Cardmill"] + libraries.map { .target(name: $0) },
        path: "Plugins/\(name)"),
      .testTarget(
        name: "\(module)Tests",
        dependencies: ["Cardmill", "CardmillFiles", "CardmillTestSupport", .target(name: module)]),
    ]
  }
}
