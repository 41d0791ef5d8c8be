// swift-tools-version: 6.2
import PackageDescription

// The house of rooms. Each room is one target, each wing one folder; the dependency lists below are
// the architecture: a stack room cannot see a world room because the compiler is not told of it.

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A room of the house: a library target with the strict settings that every room shares.
func room(_ name: String, in wing: String, imports: [String] = []) -> Target {
  .target(
    name: name,
    dependencies: imports.map { .byName(name: $0) },
    path: "Sources/\(wing)/\(name)",
    swiftSettings: settings,
    // `.rounded()` and its kin become libm calls; a room that imports no Glibc must still link.
    linkerSettings: [.linkedLibrary("m")])
}

/// The tests of a room, beside whatever else they need to see.
func tests(
  of name: String, seeing imports: [String] = [], resources: [Resource] = [],
  excluding excluded: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: ([name] + imports).map { .byName(name: $0) },
    path: "Tests/\(name)Tests",
    exclude: excluded,
    resources: resources,
    swiftSettings: settings)
}

/// A C library that Debian ships.
func system(_ name: String, pkgConfig: String, debian: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: [.apt([debian])])
}

let package = Package(
  name: "VenueSim",
  products: [
    .executable(name: "venuesim", targets: ["Tool"]),
    .library(name: "VenueSim", targets: ["VenueSim"]),
  ],
  targets: [
    system("CGSL", pkgConfig: "gsl", debian: "libgsl-dev"),
    system("CYAML", pkgConfig: "yaml-0.1", debian: "libyaml-dev"),
    system("CSQLite", pkgConfig: "sqlite3", debian: "libsqlite3-dev"),
    system("CZlib", pkgConfig: "zlib", debian: "zlib1g-dev"),

    room("Kernel", in: "Foundations"),
    room("Geometry", in: "Foundations"),
    room("Documents", in: "Foundations", imports: ["Kernel", "CYAML", "CZlib"]),
    room("Stores", in: "Foundations", imports: ["Documents", "CSQLite"]),
    room("Numerics", in: "Foundations", imports: ["Kernel", "CGSL"]),

    room("Observations", in: "Boundary", imports: ["Kernel", "Geometry", "Documents"]),
    room("Maps", in: "Boundary", imports: ["Geometry", "Observations"]),

    room(
      "Venues", in: "World", imports: ["Maps", "Numerics", "Documents", "Geometry", "Observations"]),
    room(
      "Mobility", in: "World",
      imports: ["Venues", "Maps", "Kernel", "Numerics", "Geometry", "Observations"]),

    room(
      "Signals", in: "World",
      imports: [
        "Venues", "Mobility", "Maps", "Observations", "Numerics", "Kernel", "Geometry", "Documents",
      ]),
    room(
      "Devices", in: "World",
      imports: ["Signals", "Observations", "Kernel", "Mobility", "Venues", "Maps"]),

    room(
      "Positioning", in: "Stack",
      imports: [
        "Observations", "Maps", "Numerics", "Geometry", "Kernel", "Documents", "Stores",
      ]),
    room("Motion", in: "Stack", imports: ["Observations", "Numerics", "Kernel"]),
    room(
      "Services", in: "Stack", imports: ["Positioning", "Motion", "Maps", "Observations", "Kernel"]),

    room(
      "Scoring", in: "Lab",
      imports: ["Observations", "Maps", "Numerics", "Geometry", "Kernel", "Documents"]),
    room(
      "Scenarios", in: "Lab",
      imports: [
        "Scoring", "Devices", "Signals", "Mobility", "Venues", "Maps", "Geometry", "Kernel",
        "Documents",
      ]),

    room(
      "Harness", in: "Lab",
      imports: [
        "Venues", "Mobility", "Signals", "Devices", "Positioning", "Motion", "Services",
        "Scenarios", "Scoring", "Observations", "Maps", "Geometry", "Numerics", "Kernel",
        "Documents",
      ]),
    room(
      "Reporting", in: "Lab",
      imports: ["Scoring", "Maps", "Observations", "Geometry", "Kernel", "Documents"]),

    .target(
      name: "VenueSim",
      dependencies: [
        "Kernel", "Geometry", "Documents", "Numerics", "Observations", "Maps", "Scenarios",
        "Scoring", "Harness",
      ],
      path: "Sources/VenueSim", swiftSettings: settings),
    .executableTarget(
      name: "Tool",
      dependencies: [
        "Harness", "Reporting", "Scenarios", "Scoring", "Mobility", "Venues", "Maps", "Geometry",
        "Observations", "Kernel",
        "Documents",
      ],
      path: "Sources/Tool", swiftSettings: settings),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "Kernel", "Geometry", "Numerics", "Documents", "Maps", "Venues", "Mobility", "Signals",
        "Devices", "Observations", "Positioning", "Motion", "Services", "Scenarios", "Harness",
        "Scoring", "MovementChecks", "SignalChecks",
      ],
      path: "Benchmarks", exclude: ["Peers", "Movement", "SignalChecks", "Satellites"],
      swiftSettings: settings),
    // Solves recordings of satellites, beside other programs' solutions.
    .executableTarget(
      name: "satellites",
      dependencies: ["Positioning", "Observations", "Documents", "Geometry", "Kernel"],
      path: "Benchmarks/Satellites", swiftSettings: settings),
    // Learns what the reference stack's parts know of people.
    .executableTarget(
      name: "train",
      dependencies: [
        "Motion", "Harness", "Scenarios", "Devices", "Signals", "Mobility", "Venues", "Maps",
        "Observations", "Geometry", "Kernel", "Documents",
      ],
      path: "Training", exclude: ["Scenarios"], swiftSettings: settings),
    // What a crowd must do, for the benchmarks' table and for the tests.
    .target(
      name: "MovementChecks", dependencies: ["Kernel", "Geometry", "Numerics", "Mobility"],
      path: "Benchmarks/Movement", swiftSettings: settings),
    // How far satellite fixes are off in streets, for the same two.
    .target(
      name: "SignalChecks",
      dependencies: ["Kernel", "Geometry", "Numerics", "Mobility", "Observations", "Signals"],
      path: "Benchmarks/SignalChecks", swiftSettings: settings),

    .target(
      name: "TestSupport", dependencies: ["Kernel", "Documents"], path: "Tests/Support",
      swiftSettings: settings),
    .testTarget(
      name: "SystemTests", dependencies: ["CGSL", "CYAML", "CSQLite", "CZlib"],
      path: "Tests/SystemTests", swiftSettings: settings),
    tests(of: "Kernel"),
    tests(of: "Geometry"),
    tests(of: "Documents", seeing: ["Kernel", "TestSupport"]),
    tests(of: "Stores", seeing: ["Documents"]),
    tests(of: "Numerics", seeing: ["Kernel", "CGSL"]),
    tests(
      of: "Observations", seeing: ["Kernel", "Documents", "Geometry"], excluding: ["Excerpts"]),
    tests(
      of: "Venues",
      seeing: ["Kernel", "Documents", "Geometry", "Maps", "Observations", "TestSupport"],
      excluding: ["Excerpts"]),
    tests(
      of: "Mobility",
      seeing: [
        "MovementChecks", "Venues", "Maps", "Kernel", "Geometry", "Numerics", "Observations",
      ]),
    tests(
      of: "Signals",
      seeing: [
        "SignalChecks", "Venues", "Mobility", "Maps", "Observations", "Kernel", "Geometry",
        "Numerics", "Documents",
      ]),
    tests(
      of: "Devices",
      seeing: [
        "Signals", "Venues", "Mobility", "Maps", "Observations", "Kernel", "Geometry", "Documents",
      ]),
    tests(
      of: "Positioning",
      seeing: [
        "Services", "Signals", "Venues", "Mobility", "Maps", "Observations", "Kernel", "Geometry",
      ]),
    tests(of: "Motion", seeing: ["Observations", "Kernel"]),
    tests(
      of: "Scenarios",
      seeing: [
        "Scoring", "Venues", "Mobility", "Signals", "Observations", "Documents", "Kernel",
        "TestSupport",
      ]),
    tests(
      of: "Services",
      seeing: ["Positioning", "Maps", "Observations", "Documents", "Geometry", "Kernel"]),
    tests(of: "Scoring", seeing: ["Observations", "Maps", "Documents", "Kernel", "Geometry"]),
    tests(
      of: "Harness",
      seeing: [
        "Scenarios", "Scoring", "Reporting", "Devices", "Signals", "Mobility", "Venues",
        "Positioning",
        "Maps", "Geometry", "Observations", "Documents", "Kernel", "TestSupport",
      ]),
    tests(
      of: "Reporting",
      seeing: [
        "Scoring", "Observations", "Documents", "Maps", "Geometry", "Kernel", "TestSupport",
      ]),
    tests(of: "VenueSim", seeing: ["TestSupport"]),

    // The tool as a user runs it: depending on the executable makes the package build it.
    .testTarget(
      name: "AcceptanceTests", dependencies: ["Tool"], path: "Tests/Acceptance",
      swiftSettings: settings),
  ]
)
