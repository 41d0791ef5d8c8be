import Documents
import Glibc
import Kernel
import Observations
import Recordings
import Reporting
import Scoring
import TestSupport
import Testing

/// A run's folder after a kill: complete units count, incomplete ones are repeated, and nothing traps.
struct ResumeTests {
  private static let unitCount = 6

  private static let identity = RunIdentity(
    run: "r", version: "1", stack: "reference", seeds: "1-6", settings: ["a=1"],
    scenarios: [.init(name: "s", digest: "d", venueDigest: "v")], records: true)

  /// Adds a unit with unique results.
  private func add(_ number: Int, to folder: inout RunFolder, _ all: inout [UnitFigures]) throws {
    var score = try makeScore()
    score.device = "device \(number)"
    let figures = UnitFigures([score], seed: UInt64(number))
    let header = RecordingHeader(device: "d", source: "unit \(number)", endTime: .start)
    try folder.add(
      [score], recordings: [Recording(header: header)], scenario: "s", seed: UInt64(number),
      number: number)
    all.append(figures)
  }

  private func finish(_ folder: inout RunFolder, _ all: [UnitFigures]) throws {
    var pool = ScenarioPool()
    for figures in all { figures.add(to: &pool) }
    try folder.add(pool, verdicts: [], scenario: "s")
    let isComplete = all.count == Self.unitCount
    try folder.finish(
      [
        "run": "r", "complete": .bool(isComplete),
        "digests": .array(all.map { .string($0.eventDigest) }),
      ],
      isComplete: isComplete)
  }

  /// Starts a run and stops it after some units: by a kill, or in good order.
  private func start(_ path: String, units: Int, isKilled: Bool) throws {
    var folder = try RunFolder(
      path: path, run: "r", overwrites: false, identity: Self.identity)
    var all: [UnitFigures] = []
    for number in 0..<units { try add(number, to: &folder, &all) }
    if isKilled { folder.leave() } else { try finish(&folder, all) }
  }

  /// Runs the rest, and returns the number of earlier units.
  private func resume(_ path: String, stoppingAfter units: Int = unitCount) throws -> Int {
    var all: [UnitFigures] = []
    var folder = try RunFolder(
      resuming: path, identity: Self.identity, unitCount: Self.unitCount
    ) { all.append($0) }
    let resumed = folder.resumedCount
    #expect(resumed == all.count)
    for number in min(resumed, units)..<units { try add(number, to: &folder, &all) }
    if units < Self.unitCount { folder.leave() } else { try finish(&folder, all) }
    return resumed
  }

  private func contents(_ path: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    func visit(_ folder: String, _ prefix: String) throws {
      for name in folderContents(folder) ?? [] {
        if folderContents(folder + "/" + name) != nil {
          try visit(folder + "/" + name, prefix + name + "/")
        } else {
          files[prefix + name] = try readFile(folder + "/" + name, limit: 1 << 20)
        }
      }
    }
    try visit(path, "")
    return files
  }

  private func undisturbed() throws -> [String: [UInt8]] {
    let place = try TemporaryFolder()
    try start(place.path + "/run", units: Self.unitCount, isKilled: false)
    return try contents(place.path + "/run")
  }

  @Test(arguments: [true, false]) func resumesOnlyMissingUnits(isKilled: Bool) throws {
    let whole = try undisturbed()
    #expect(whole.count == RunTables.columns.count + 2 + Self.unitCount && whole[".journal"] == nil)
    for units in 0..<(Self.unitCount - 1) {
      let place = try TemporaryFolder()
      let path = place.path + "/run"
      try start(path, units: units, isKilled: isKilled)
      #expect(try contents(path)["manifest.json"] != nil || isKilled)
      // Killed again, after one more.
      #expect(try resume(path, stoppingAfter: units + 1) == units)
      // Earlier complete files are still there.
      #expect(try contents(path)["fixes.csv"] != nil || isKilled)
      #expect(try resume(path) == units + 1, "\(units)")
      #expect(try contents(path) == whole, "\(units)")
    }
  }

  /// With any byte of the journal changed, and any truncation, only verified entries are kept.
  @Test func damagedJournalsLoseOnlyUnverifiedEntries() throws {
    let whole = try undisturbed()
    let place = try TemporaryFolder()
    try start(place.path + "/model", units: Self.unitCount - 1, isKilled: true)
    let model = try contents(place.path + "/model")
    let journal = try #require(model[".journal"])
    var draw = RandomStream(seed: 5, purpose: "damage")
    var counts: [Int] = []
    for round in 0..<150 {
      var damaged = journal
      switch round % 3 {
      case 0: damaged.removeLast(draw.integer(below: journal.count + 1))
      case 1: damaged[draw.integer(below: journal.count)] ^= UInt8(1 + draw.integer(below: 255))
      default:
        // A length beyond the end.
        let place = draw.integer(below: journal.count - 8)
        for index in 0..<8 { damaged[place + index] = round % 2 == 0 ? 0xFF : 0x7F }
      }
      let path = place.path + "/damaged-\(round)"
      for (name, bytes) in model {
        try makeFolder(String(splitPath(path + "/" + name).folder.dropLast()))
        let file = try OutputFile(path: path + "/" + name)
        try file.write(name == ".journal" ? damaged : bytes)
        try file.finish()
      }
      counts.append(try resume(path))
      #expect(try contents(path) == whole, "round \(round)")
    }
    #expect(Set(counts).count > 3 && counts.allSatisfy { $0 < Self.unitCount }, "\(counts)")
  }

  /// Changed rows and recordings are written again.
  @Test(arguments: [
    (".fixes.csv.partial", 3), (".metrics.csv.partial", 3), (".events.csv.partial", 0),
    ("recordings/s-2-d/recording.yaml", 2),
  ])
  func rewritesDamagedFiles(name: String, kept: Int) throws {
    let whole = try undisturbed()
    for isCut in [true, false] {
      let place = try TemporaryFolder()
      let path = place.path + "/run"
      try start(path, units: 5, isKilled: true)
      var bytes = try #require(try contents(path)[name])
      let rows = bytes.indices.filter { bytes[$0] == 10 }
      // In the fourth unit of five, or in the header.
      let spot = kept == 0 ? 3 : name.hasPrefix("rec") ? 20 : rows[rows.count * 7 / 10] - 3
      if isCut { bytes.removeLast(bytes.count - spot) } else { bytes[spot] ^= 1 }
      unlink(path + "/" + name)
      try place.write("run/" + name, String(decoding: bytes, as: UTF8.self))
      #expect(try resume(path) == kept, "\(name)")
      #expect(try contents(path) == whole, "\(name)")
    }
  }

  @Test func rejectsDifferentRun() throws {
    let place = try TemporaryFolder()
    let path = place.path + "/run"
    try start(path, units: 2, isKilled: true)
    let before = try contents(path)
    let changes: [(change: (inout RunIdentity) -> Void, reason: String)] = [
      ({ $0.version = "2" }, "the version was '1' and is '2'"),
      ({ $0.scenarios[0].digest = "e" }, "the scenario 's' has changed since"),
      ({ $0.scenarios[0].venueDigest = "e" }, "the venue of scenario 's' has changed since"),
      ({ $0.scenarios[0].name = "t" }, "the scenario was 's' and is 't'"),
      ({ $0.seeds = "1-7" }, "--seeds was '1-6' and is '1-7'"),
      ({ $0.settings = [] }, "--set was 'a=1' and is ''"),
      ({ $0.stack = "cmd:x" }, "the stack was 'reference' and is 'cmd:x'"),
      ({ $0.records = false }, "it was started with --record"),
      ({ $0.run = "q" }, "its digest was 'r' and is 'q'"),
    ]
    for (change, reason) in changes {
      var other = Self.identity
      change(&other)
      let error = #expect(throws: DocumentError.self) {
        try RunFolder(resuming: path, identity: other, unitCount: 6) { _ in }
      }
      #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
      #expect(try contents(path) == before)
    }
    // Nor can two processes resume it at once.
    let first = try RunFolder(resuming: path, identity: Self.identity, unitCount: 6) { _ in }
    let busy = #expect(throws: DocumentError.self) {
      try RunFolder(resuming: path, identity: Self.identity, unitCount: 6) { _ in }
    }
    #expect(busy?.description.contains("another run is writing") == true)
    first.leave()
    let hint = #expect(throws: DocumentError.self) {
      try RunFolder(path: path, run: "r", overwrites: false, identity: Self.identity)
    }
    #expect(hint?.description.contains("--resume") == true)
  }

  @Test func reportsFolderState() throws {
    let place = try TemporaryFolder()
    func state(_ name: String) -> String {
      switch RunFolderState(ofFolder: place.path + "/" + name) {
      case .empty: "empty"
      case .unfinished: "unfinished"
      case .finished: "finished"
      case .foreign: "foreign"
      }
    }
    #expect(state("none") == "empty")
    try place.write("mine/notes.txt", "x")
    #expect(state("mine") == "foreign")
    try start(place.path + "/killed", units: 3, isKilled: true)
    #expect(state("killed") == "unfinished")
    try start(place.path + "/stopped", units: 3, isKilled: false)
    #expect(state("stopped") == "unfinished")
    try start(place.path + "/whole", units: Self.unitCount, isKilled: false)
    #expect(state("whole") == "finished")
  }
}
