import Documents
import Kernel
import Observations
import Reporting
import Scoring
import TestSupport
import Testing

/// Rows collected piece by piece equal those of complete scores, and so do the figures.
struct UnitTablesTests {
  /// A score with more rows than are kept in memory.
  private func largeScore(_ device: String, rows: Int) throws -> DeviceScore {
    var score = try makeScore()
    score.device = device
    let (fixes, events, states) = (score.fixes, score.events, score.states)
    for number in 0..<rows {
      var fix = fixes[number % fixes.count]
      fix.deliveryTime = SimTime(nanoseconds: Int64(number) * 1_000_000_007)
      score.fixes.append(fix)
      var event = events[number % events.count]
      event.time = fix.deliveryTime
      event.app = number.isMultiple(of: 3) ? "app" : ""
      score.events.append(event)
      score.states.append(states[number % states.count])
    }
    return score
  }

  /// A score split into pieces with a number of rows of each kind, the values with the last.
  private func pieces(_ score: DeviceScore, of size: Int) -> [DeviceScore] {
    var pieces: [DeviceScore] = []
    let maximum = max(score.fixes.count, score.events.count, score.states.count)
    for start in stride(from: 0, to: maximum, by: size) {
      func part<Row>(_ rows: [Row]) -> [Row] { Array(rows.dropFirst(start).prefix(size)) }
      var piece = DeviceScore(device: score.device)
      piece.fixes = part(score.fixes)
      piece.events = part(score.events)
      piece.states = part(score.states)
      pieces.append(piece)
    }
    var last = score
    (last.fixes, last.events, last.states) = ([], [], [])
    return pieces + [last]
  }

  private func contents(_ path: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in folderContents(path) ?? [] {
      files[name] = try readFile(path + "/" + name, limit: 1 << 26)
    }
    return files
  }

  @Test(arguments: [500, 4096, 100_000]) func unitTablesEqualTablesOfCompleteScores(
    size: Int
  ) throws {
    let scores = [
      try largeScore("one", rows: 9000), try makeScore(), try largeScore("two", rows: 3000),
    ]
    var unit = UnitTables(run: "r", scenario: "s", seed: 7)
    for score in scores {
      var part = unit.begin(score.device)
      for piece in pieces(score, of: size) { unit.add(piece, to: &part) }
      unit.append(part)
    }
    #expect(unit.figures == UnitFigures(scores, seed: 7))

    var tables = RunTables(run: "r")
    for score in scores { tables.add(score, scenario: "s", seed: 7) }
    let folder = try TemporaryFolder()
    var kept = try RunFolder(path: folder.path + "/kept", run: "r", overwrites: false)
    try kept.add(unit, number: 0)
    try kept.finish([:])
    let files = try contents(folder.path + "/kept")
    for (index, table) in RunTables.columns.enumerated() {
      #expect(files[table.file] == tables.takeBytes(ofTable: index), "\(table.file)")
    }
  }
}
