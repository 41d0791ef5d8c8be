// swift-tools-version: 6.2
import PackageDescription

// Each module is one target, each layer one folder. The dependency lists are the architecture: a module of the
// stack cannot import one of the world.

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Compiles without optimisation, which takes a sixth of the time.
///
/// For modules in which runs and replays spend no time (fuzzing does, and optimises all), so that benchmarks and instruction counts stay the same. Many
/// versions of SwiftPM refuse such flags in dependencies: no module below `VenueSim` has them.
let unoptimised: [SwiftSetting] =
  Context.environment["VENUESIM_FUZZ_BUILD"] == nil ? [.unsafeFlags(["-Onone"])] : []

/// A module: a library target with the strict settings that all modules share.
func module(
  _ name: String, in layer: String, imports: [String] = [], excluding excluded: [String] = [],
  isCold: Bool = false
) -> Target {
  .target(
    name: name,
    dependencies: imports.map { .byName(name: $0) },
    path: "Sources/\(layer)/\(name)",
    exclude: excluded,
    swiftSettings: isCold ? settings + unoptimised : settings,
    // `.rounded()` becomes a libm call; a module without Glibc must still link.
    linkerSettings: [.linkedLibrary("m")])
}

/// The tests of a module, with their other imports.
///
/// They are built without optimisation, which takes a third of the time, around optimised modules. Tests with
/// heavy computations of their own (`sums`) are optimised.
func tests(
  of name: String, seeing imports: [String] = [], sums: Bool = false, resources: [Resource] = [],
  excluding excluded: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: ([name] + imports).map { .byName(name: $0) },
    path: "Tests/\(name)Tests",
    exclude: excluded,
    resources: resources,
    swiftSettings: sums ? settings : settings + unoptimised)
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
    .systemLibrary(name: "CProcess", path: "Sources/System/CProcess"),
    .systemLibrary(name: "CTerminal", path: "Sources/System/CTerminal"),
    // A target of its own: packaging compiles it again with the commit.
    .target(name: "CStamp", path: "Sources/System/CStamp"),

    // Foundations: no word of the field.
    module("Kernel", in: "Foundations"),
    module("Geometry", in: "Foundations"),
    module("Documents", in: "Foundations", imports: ["Kernel", "CYAML", "CZlib"]),
    module("Numerics", in: "Foundations", imports: ["Kernel", "CGSL"]),
    module("Databases", in: "Foundations", imports: ["Documents", "CSQLite"]),

    // Boundary: all that the world and the stack both know.
    module("Observations", in: "Boundary", imports: ["Kernel", "Geometry", "Documents"]),
    module("Maps", in: "Boundary", imports: ["Geometry", "Observations"]),
    module("Parts", in: "Boundary", imports: ["Maps", "Observations", "Documents", "Kernel"]),

    // World: the truth. No module of the stack may import one of these.
    module("Truth", in: "World", imports: ["Kernel", "Geometry", "Observations", "Documents"]),
    module(
      "Venues", in: "World",
      imports: ["Maps", "Numerics", "Documents", "Geometry", "Kernel", "Observations"]),
    module(
      "Mobility", in: "World",
      imports: [
        "Truth", "Venues", "Maps", "Observations", "Numerics", "Documents", "Geometry", "Kernel",
      ]),
    module(
      "Signals", in: "World",
      imports: [
        "Truth", "Venues", "Maps", "Observations", "Numerics", "Documents", "Geometry", "Kernel",
      ]),
    module(
      "Devices", in: "World",
      imports: ["Truth", "Signals", "Venues", "Maps", "Observations", "Kernel"]),

    // Stack: the software under test.
    module(
      "Positioning", in: "Stack",
      imports: [
        "Parts", "Maps", "Observations", "Numerics", "Databases", "Documents", "Geometry", "Kernel",
      ]),
    module(
      "Motion", in: "Stack", imports: ["Parts", "Observations", "Numerics", "Documents", "Kernel"]),
    module(
      "Services", in: "Stack",
      imports: [
        "Positioning", "Motion", "Parts", "Maps", "Observations", "Documents", "Geometry",
        "Kernel",
      ]),

    // Lab: runs worlds against stacks, and scores them.
    module(
      "Recordings", in: "Lab",
      imports: ["Truth", "Maps", "Observations", "Documents", "Geometry", "Kernel"]),
    module(
      "Scoring", in: "Lab",
      imports: ["Truth", "Maps", "Observations", "Numerics", "Documents", "Geometry", "Kernel"]),
    module(
      "Scenarios", in: "Lab",
      imports: [
        "Scoring", "Truth", "Devices", "Signals", "Mobility", "Venues", "Services", "Parts", "Maps",
        "Observations", "Documents", "Geometry", "Kernel",
      ]),
    module(
      "Programs", in: "Lab",
      imports: ["Parts", "Maps", "Observations", "Documents", "Geometry", "Kernel", "CProcess"]),
    module(
      "Surveys", in: "Lab",
      imports: [
        "Recordings", "Positioning", "Devices", "Signals", "Mobility", "Venues", "Truth", "Scoring",
        "Maps", "Observations", "Numerics", "Documents", "Geometry", "Kernel",
      ]),
    // One run or one replay; studies and campaigns are built on it.
    module(
      "Harness", in: "Lab",
      imports: [
        "Programs", "Surveys", "Scenarios", "Scoring", "Recordings", "Truth", "Devices", "Signals",
        "Mobility", "Venues", "Positioning", "Services", "Parts", "Maps", "Observations",
        "Documents", "Geometry", "Kernel",
      ]),
    // Simulated counterparts of recordings.
    module(
      "Twins", in: "Lab",
      imports: [
        "Harness", "Surveys", "Scoring", "Recordings", "Truth", "Signals", "Venues", "Maps",
        "Observations", "Numerics", "Documents", "Geometry", "Kernel",
      ], isCold: true),
    // Causes of a reported location, by counterfactual replays.
    module(
      "Explanations", in: "Lab",
      imports: [
        "Harness", "Reporting", "Scoring", "Recordings", "Devices", "Truth", "Maps", "Observations",
        "Documents", "Geometry", "Kernel",
      ], isCold: true),
    module(
      "Campaigns", in: "Lab",
      imports: [
        "Harness", "Surveys", "Scenarios", "Scoring", "Recordings", "Maps", "Observations",
        "Numerics", "Databases", "Documents", "Kernel",
      ], isCold: true),
    // Scripts and styles of report pages, embedded into the program by C.
    .target(name: "CPage", path: "Sources/Lab/Reporting/Page/Assets", sources: ["CPage.c"]),
    module(
      "Reporting", in: "Lab",
      imports: [
        "Recordings", "Scoring", "Truth", "Maps", "Observations", "Documents", "Geometry", "Kernel",
        "CPage",
      ], excluding: ["Page/Assets"]),

    // Importers and file formats of other programs. Only the tool, the tests and the benchmarks import them.
    module(
      "Formats", in: "Data",
      imports: [
        "Recordings", "Truth", "Maps", "Observations", "Numerics", "Documents", "Geometry",
        "Kernel",
      ]),
    module(
      "Importers", in: "Data",
      imports: [
        "Mobility", "Venues", "Maps", "Observations", "Documents", "Geometry", "Kernel",
      ], isCold: true),
    module(
      "Studies", in: "Data",
      imports: [
        "Twins", "Formats", "Recordings", "Scoring", "Truth", "Signals", "Mobility", "Venues",
        "Maps", "Observations", "Numerics", "Documents", "Geometry", "Kernel",
      ], isCold: true),

    .target(
      name: "VenueSim",
      dependencies: [
        "Kernel", "Geometry", "Documents", "Numerics", "Observations", "Maps", "Parts",
        "Services", "Truth", "Recordings", "Scenarios", "Scoring", "Programs",
        "Harness",
      ],
      path: "Sources/VenueSim", swiftSettings: settings),
    .executableTarget(
      name: "Tool",
      dependencies: [
        "Twins", "Campaigns", "Explanations", "Harness", "Surveys", "Programs", "Reporting",
        "Scenarios", "Scoring",
        "Recordings", "Formats", "Importers", "Studies", "Truth", "Mobility", "Venues", "Maps",
        "Observations", "Numerics", "Documents", "Geometry", "Kernel", "CStamp", "CTerminal",
      ],
      path: "Sources/Tool", swiftSettings: settings + unoptimised),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "Kernel", "Geometry", "Numerics", "Documents", "Observations", "Maps", "Truth", "Venues",
        "Mobility", "Signals", "Devices", "Parts", "Positioning", "Motion", "Services",
        "Recordings",
        "Scenarios", "Scoring", "Surveys", "Harness", "Campaigns", "Formats", "Studies",
      ],
      path: "Benchmarks", exclude: ["Peers", "Satellites"], swiftSettings: settings),
    // Solves GNSS recordings, for comparison with other programs.
    .executableTarget(
      name: "satellites",
      dependencies: [
        "Positioning", "Formats", "Recordings", "Truth", "Observations", "Numerics", "Documents",
        "Geometry", "Kernel",
      ],
      path: "Benchmarks/Satellites", swiftSettings: settings),
    // Trains the models of the reference stack.
    .executableTarget(
      name: "train",
      dependencies: [
        "Motion", "Positioning", "Harness", "Scenarios", "Formats", "Recordings", "Truth",
        "Devices", "Signals", "Mobility", "Venues", "Maps", "Observations", "Numerics",
        "Documents", "Geometry", "Kernel",
      ],
      path: "Training", exclude: ["Scenarios"], swiftSettings: settings),
    // The example of a user's stack; its folder is also a package of its own.
    .target(
      name: "BeaconStack", dependencies: ["VenueSim"],
      path: "scenarios/examples/swift-stack/Sources/BeaconStack"),
    .testTarget(
      name: "BeaconStackTests", dependencies: ["BeaconStack", "VenueSim"],
      path: "scenarios/examples/swift-stack/Tests/BeaconStackTests", exclude: ["Recordings"]),

    .target(
      name: "TestSupport", dependencies: ["Kernel", "Documents"], path: "Tests/Support",
      swiftSettings: settings),
    .testTarget(
      name: "SystemTests", dependencies: ["CGSL", "CYAML", "CSQLite", "CZlib"],
      path: "Tests/SystemTests", swiftSettings: settings),
    tests(of: "Kernel"),
    tests(of: "Geometry", sums: true),
    tests(of: "Documents", seeing: ["Kernel", "TestSupport"]),
    tests(of: "Numerics", seeing: ["Kernel", "CGSL"], sums: true),
    tests(of: "Databases", seeing: ["Documents"]),
    tests(
      of: "Observations", seeing: ["Recordings", "Truth", "Documents", "Geometry", "Kernel"]),
    tests(of: "Parts", seeing: ["Maps", "Observations", "Kernel"]),
    tests(of: "Truth", seeing: ["Geometry", "Kernel"]),
    tests(
      of: "Venues",
      seeing: ["Maps", "Observations", "Documents", "Geometry", "Kernel", "TestSupport"]),
    tests(
      of: "Mobility",
      seeing: [
        "Studies", "Truth", "Venues", "Maps", "Observations", "Numerics", "Geometry", "Kernel",
        "TestSupport",
      ], sums: true),
    tests(
      of: "Signals",
      seeing: [
        "Studies", "Truth", "Mobility", "Venues", "Maps", "Observations", "Numerics", "Documents",
        "Geometry", "Kernel",
      ], sums: true),
    tests(
      of: "Devices",
      seeing: [
        "Recordings", "Truth", "Signals", "Mobility", "Venues", "Maps", "Observations",
        "Documents", "Geometry", "Kernel",
      ]),
    tests(
      of: "Positioning",
      seeing: [
        "Services", "Motion", "Parts", "Truth", "Signals", "Mobility", "Venues", "Maps",
        "Observations", "Documents", "Geometry", "Kernel", "TestSupport",
      ], sums: true),
    tests(of: "Motion", seeing: ["Parts", "Observations", "Documents", "Kernel", "TestSupport"]),
    tests(
      of: "Services",
      seeing: [
        "Positioning", "Parts", "Formats", "Recordings", "Truth", "Maps", "Observations",
        "Documents", "Geometry", "Kernel", "TestSupport",
      ]),
    tests(
      of: "Scenarios",
      seeing: [
        "Scoring", "Services", "Motion", "Positioning", "Parts", "Truth", "Venues", "Mobility",
        "Signals", "Observations", "Documents", "Kernel", "TestSupport",
      ]),
    tests(
      of: "Scoring",
      seeing: [
        "Truth", "Observations", "Maps", "Numerics", "Documents", "Geometry", "Kernel",
        "TestSupport",
      ], sums: true),
    tests(
      of: "Harness",
      seeing: [
        "Surveys", "Programs", "Formats", "Recordings", "Scenarios", "Scoring", "Reporting",
        "Truth", "Devices",
        "Signals", "Mobility", "Venues", "Services", "Parts", "Positioning", "Maps", "Observations",
        "Documents",
        "Geometry", "Kernel", "TestSupport",
      ]),
    tests(
      of: "Surveys", seeing: ["Recordings", "Truth", "Maps", "Observations", "Geometry", "Kernel"]),
    tests(
      of: "Campaigns",
      seeing: [
        "Harness", "Formats", "Recordings", "Scenarios", "Scoring", "Devices", "Services", "Parts",
        "Positioning", "Observations", "Documents", "Kernel", "TestSupport",
      ]),
    tests(
      of: "Reporting",
      seeing: [
        "Recordings", "Scoring", "Truth", "Observations", "Maps", "Documents", "Geometry", "Kernel",
        "TestSupport",
      ]),
    tests(
      of: "Explanations",
      seeing: [
        "Harness", "Devices", "Reporting", "Recordings", "Scenarios", "Scoring", "Truth", "Maps",
        "Observations", "Documents", "Geometry", "Kernel", "TestSupport",
      ]),
    tests(
      of: "Formats",
      seeing: [
        "Recordings", "Truth", "Observations", "Documents", "Geometry", "Kernel", "TestSupport",
      ],
      excluding: ["Excerpts"]),
    tests(
      of: "Importers",
      seeing: [
        "Mobility", "Venues", "Maps", "Observations", "Documents", "Geometry", "Kernel",
        "TestSupport",
      ],
      excluding: ["Excerpts"]),
    tests(
      of: "Studies",
      seeing: [
        "Twins", "Recordings", "Scoring", "Signals", "Venues", "Truth", "Maps", "Observations",
        "Documents", "Geometry", "Kernel",
      ]),
    tests(of: "VenueSim", seeing: ["Documents", "TestSupport"]),

    // The tool as a user runs it: depending on the executable makes the package build it.
    .testTarget(
      name: "AcceptanceTests", dependencies: ["Tool", "TestSupport"], path: "Tests/Acceptance",
      swiftSettings: settings),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Formats", "Importers", "Campaigns", "Reporting", "Recordings", "Scenarios", "Scoring",
        "Positioning", "Venues", "Observations", "Documents", "Kernel",
      ],
      path: "Tests/Fuzz/Targets", swiftSettings: settings),
    .testTarget(
      name: "FuzzTests", dependencies: ["FuzzTargets", "Formats", "Documents"],
      path: "Tests/Fuzz/Tests", swiftSettings: settings),
  ]
)

// `Scripts/fuzz` builds this with libFuzzer: a separate build, as everything it calls needs coverage counters.
if Context.environment["VENUESIM_FUZZ_BUILD"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Driver",
      swiftSettings: settings + [.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]))
}

/// Keeps some test targets and all that they depend on, so that nothing else is built.
func keepOnly(_ tests: [String], of package: Package) {
  var needed = Set(tests)
  var open = tests
  while let name = open.popLast() {
    for target in package.targets where target.name == name {
      for case .byNameItem(let dependency, _) in target.dependencies
      where needed.insert(dependency).inserted { open.append(dependency) }
    }
  }
  package.products = []
  package.targets.removeAll { !needed.contains($0.name) }
}

// `make test-sanitized` builds the modules and tests that have to do with C and bytes, or with threads.
switch Context.environment["VENUESIM_SANITIZED"] {
case "address":
  keepOnly(
    [
      "System", "Kernel", "Documents", "Databases", "Numerics", "Observations", "Parts", "Formats",
    ].map { $0 + "Tests" }, of: package)
case "thread":
  keepOnly(
    ["Kernel", "Documents", "Observations", "Campaigns", "Harness"].map { $0 + "Tests" },
    of: package)
default: break
}

// `make try T=MODULE` builds a module's chain file by file, so that a change is compiled quickly, and optimised, so that
// its tests take seconds.
if let tests = Context.environment["VENUESIM_ONLY"] {
  keepOnly([tests], of: package)
  for target in package.targets where target.type == .regular {
    target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
  }
}
