import Campaigns
import Documents
import Formats
import Harness
import Kernel
import Observations
import Recordings
import Scenarios
import Scoring
import TestSupport
import Testing

struct StudyRunTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("venues/hall.yaml", Place.venue)
    let budgets = "budgets: [horizontal_error.p95 <= 60 m, availability.share >= 99.99 %]\n"
    let second = "  - {name: bob, start: [1 m, 0 m]}\n"
    try folder.write("hall.yaml", Place.scenario + second + budgets)
  }

  private func plan(
    _ metrics: String, variants: String = "{as is: {}}", seeds: ClosedRange<UInt64> = 1...6
  ) throws -> StudyPlan {
    let text = """
      study: small
      scenarios: [hall.yaml]
      seeds: 1-2
      variants: \(variants)
      \(metrics)
      """
    var choice = StudyPlan.Selection()
    choice.settings = [try Setting("duration=20 s")]
    choice.seeds = SeedList(seeds)
    return try StudyPlan(path: try folder.write("study.yaml", text), choice: choice)
  }

  private func rows(_ plan: StudyPlan, jobs: Int = 2, from first: Int = 0) throws -> [StudyRow] {
    var rows: [StudyRow] = []
    try plan.run(jobs: jobs, from: first) { _, found in rows += found }
    return rows
  }

  /// A seed's figure pools all its devices' values, and the pooled figure those of all seeds.
  @Test func figuresEqualThoseOfPlainRuns() throws {
    let study = try plan("metrics: [horizontal_error.p50, power.mean]")
    let row = try #require(try rows(study).first)
    let loaded = try LoadedScenario(
      path: folder.path + "/hall.yaml", settings: [try Setting("duration=20 s")])
    let metric = try #require(MetricCatalogue.metric("horizontal_error"))
    var all = ScenarioPool()
    for (index, seed) in (1...6 as ClosedRange<UInt64>).enumerated() {
      var alone = ScenarioPool()
      for device in try RunUnit(scenario: loaded, seed: seed).run().devices {
        alone.add(device)
        all.add(device)
      }
      #expect(row.values[0][index].unit == "\(seed)")
      #expect(row.values[0][index].value == MetricRow.summary(.p50, of: alone[metric]))
      #expect(row.values[0][index].count == alone[metric].count)
    }
    #expect(row.pooled[0]?.value == MetricRow.summary(.p50, of: all[metric]))
    let cells = StudyResult([row]).cells[0]
    let sorted = row.values[0].map(\.value).sorted()
    #expect(cells[0].middle == 0.5 * (sorted[2] + sorted[3]))
    #expect(cells[0].interval == sorted[0]...sorted[5])
    #expect(cells[0].effect == nil && cells[0].count == 6)
  }

  @Test func jobsAndResumingDoNotChangeResults() throws {
    let study = try plan(
      "metrics: [horizontal_error.p50]\neach_device: true",
      variants: "{as is: {}, blind: {stack.satellites.use: off}}")
    let one = try rows(study, jobs: 1)
    #expect(one.map(\.device) == ["anna", "bob", "anna", "bob"])
    #expect(try rows(study, jobs: 3) == one)
    #expect(try rows(study, from: 1) == Array(one.suffix(2)))
    #expect(study.unitCount == 12)
  }

  /// Equal variants don't differ, and a harmful one is detected.
  @Test func onlyDifferentVariantsDiffer() throws {
    let study = try plan(
      "metrics: [{metric: horizontal_error.p95, devices: anna}, power.mean, steps.error.mean]",
      variants: "{as is: {}, same: {}, blind: {stack.satellites.use: off, stack.wifi.use: off}}",
      seeds: 1...8)
    let result = StudyResult(try rows(study))
    #expect(result.cells[1].allSatisfy { $0.effect?.isIdentical ?? true && !$0.isSurelyOther })
    #expect(result.cells[1][0].effect?.interval == 0...0)
    #expect(result.cells[0].map(\.middle) == result.cells[1].map(\.middle))
    let power = result.cells[2][1]
    #expect(power.isSurelyOther && power.significance <= 0.05, "\(power)")
    // Less power is better, and without satellites none is used for them.
    #expect((power.effect?.worsening ?? 0) < 0)
  }

  @Test func budgetsAreFiguresWithVerdicts() throws {
    let row = try #require(try rows(try plan("metrics: budgets")).first)
    #expect(row.figures.map(\.figure.name) == ["horizontal_error.p95", "availability.share"])
    #expect(row.verdicts == [.kept, .missed])
  }

  /// A recording counts like a seed; variants are of the stack.
  @Test func recordingsAreReplayed() throws {
    let loaded = try LoadedScenario(path: folder.path + "/hall.yaml")
    for seed in [1, 2] as [UInt64] {
      let unit = try RunUnit(scenario: loaded, seed: seed).run(records: true)
      for recording in unit.recordings {
        for (name, bytes) in recording.files {
          try folder.write(
            "walks/\(recording.header.device)-\(seed)/\(name)",
            String(decoding: bytes, as: UTF8.self))
        }
      }
    }
    let text = """
      study: walks
      recordings: [walks]
      variants: {as is: {}, same: {}, blind: {stack.satellites.use: off}}
      metrics: [availability.share]
      """
    var choice = StudyPlan.Selection()
    choice.data = folder.path
    choice.find = { try FoundRecordings.find(at: $0) }
    let study = try StudyPlan(path: try folder.write("study.yaml", text), choice: choice)
    let found = try rows(study)
    #expect(found.map(\.scenario) == ["walks", "walks", "walks"] && study.unitCount == 12)
    #expect(found[0].values[0].map(\.unit) == ["anna-1", "anna-2", "bob-1", "bob-2"])
    #expect(found[0].values == found[1].values && found[0].values != found[2].values)
    #expect(try rows(study, jobs: 1) == found)
  }

  /// A table of the truth beside a recording counts as in a replay.
  @Test func truthBesideRecordingsIsFound() throws {
    let track = (0...10).map { second in
      """
      <trkpt lat="47.3769" lon="\(8.5417 + 0.00002 * Double(second))"><time>2026-06-01T12:00:\(second < 10 ? "0" : "")\(second)Z</time></trkpt>
      """
    }
    try folder.write(
      "walks/walk.gpx",
      "<gpx version=\"1.1\"><trk><trkseg>\(track.joined())</trkseg></trk></gpx>")
    try folder.write(
      "walks/walk.truth.csv",
      "utc,latitude_deg,longitude_deg\n2026-06-01T12:00:00Z,47.3769,8.5417\n"
        + "2026-06-01T12:00:10Z,47.3769,8.5419\n")
    let text = "{study: walks, recordings: [walks], metrics: [horizontal_error.p50]}"
    var choice = StudyPlan.Selection()
    choice.data = folder.path
    choice.find = { try FoundRecordings.find(at: $0) }
    let found = try rows(
      try StudyPlan(path: try folder.write("study.yaml", text), choice: choice))
    let error = try #require(found.first?.values[0].first?.value)
    #expect(error < 5)
  }
}
