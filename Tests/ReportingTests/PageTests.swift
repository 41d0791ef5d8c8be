import Documents
import Geometry
import Kernel
import Maps
import Observations
import Reporting
import Scoring
import TestSupport
import Testing

/// Contents of a report page for a folder.
struct PageTests {
  /// A folder with one run in it, with every kind of event of a stack.
  private func makeRun(
    _ folder: String, run: String = "r", hostile: String = "s", seeds: [UInt64] = [1]
  ) throws {
    var score = try makeScore()
    score.device = hostile
    var tables = try RunFolder(path: folder, run: run, overwrites: true)
    for seed in seeds { try tables.add([score], scenario: hostile, seed: seed) }
    var pool = ScenarioPool()
    pool.add(score)
    let budget = BudgetVerdict(try Budget("horizontal_error.max <= 1 m"), values: [2])
    try tables.add(pool, verdicts: [budget], scenario: hostile)
    var scene = RunScene()
    let frame = LocalFrame(
      origin: try Geodetic(latitudeDegrees: 47, longitudeDegrees: -8, altitudeMetres: 0))
    let room = Unit(
      name: hostile, kind: .room,
      shape: try Polygon(exterior: [Vec2(0, 0), Vec2(4, 0), Vec2(4, 3)]))
    let level = Level(
      ordinal: 1, shortName: hostile, elevationMetres: 4, units: [room],
      walls: [Segment2(Vec2(0, 0), Vec2(4.56, -1.2))])
    scene.add(
      scenario: hostile, about: hostile, seconds: 10,
      map: VenueMap(
        name: hostile, frame: frame,
        buildings: [], levels: [level]), key: "k",
      transmitters: [.init(kind: "beacon", name: hostile, position: Vec3(1, 2, 3), level: 0)])
    try tables.finish(
      [
        "run": .string(run), "venuesim": "0", "stack": "reference", "complete": true,
        "settings": [.string(hostile)], "scenarios": [["name": .string(hostile)]],
      ], scene: scene)
    // Tables are changed from here on.
    removeFile(folder + "/SHA256SUMS")
    let manifest = folder + "/manifest.json"
    try writeFile(
      try unsealed(String(decoding: readFile(manifest, limit: 1 << 20), as: UTF8.self)),
      to: manifest)
    try writeEvents(folder, hostile, seeds)
    try writeTransitions(folder, hostile, seeds)
  }

  private func writeEvents(_ folder: String, _ hostile: String, _ seeds: [UInt64]) throws {
    let events: [(Double, String, String)] = [
      (1, "activity", "walking confidence 2 since 0"), (2, "region", "entered shop"),
      (3, "region", "stateInside \(hostile)"), (3.5, "ranging", "1/2 near; 1/3 far"),
      (4, "pause", "paused"), (5, "activity", "walking confidence 1 since 0"),
      (6, "region", "exited shop"), (7, "pause", "resumed"), (8, "data_source", "started"),
      (8.5, "notification", "</script><b>\(hostile)"), (9, "region", "monitoringFailed shop"),
    ]
    try write(folder, "events.csv", seeds, events) { csv, event in
      for text in [hostile, "\(event.seed)", hostile] { csv.field(text) }
      csv.field(event.row.0)
      csv.field("")
      csv.field(event.row.1)
      csv.field(event.row.2)
    }
  }

  private func writeTransitions(_ folder: String, _ hostile: String, _ seeds: [UInt64]) throws {
    let changes: [(String, String, String, Double, Double?)] = [
      ("activity", "stationary", "walking", 2, 3),
      ("region", "out \(hostile)", "in \(hostile)", 1, 2.5),
      ("region", "in cafe", "out cafe", 4, nil),
      ("pause", "", "paused", 3, 4),
    ]
    try write(folder, "transitions.csv", seeds, changes) { csv, change in
      for text in [hostile, "\(change.seed)", hostile] { csv.field(text) }
      for text in [change.row.0, change.row.1, change.row.2] { csv.field(text) }
      csv.field(change.row.3)
      guard let reported = change.row.4 else { return }
      csv.field(reported)
      csv.field(reported - change.row.3)
    }
  }

  private func write<Row>(
    _ folder: String, _ file: String, _ seeds: [UInt64], _ rows: [Row],
    _ body: (inout CSVWriter, (seed: UInt64, row: Row)) -> Void
  ) throws {
    let columns = try #require(RunTables.columns.first { $0.file == file }?.columns)
    var csv = CSVWriter(columns: columns)
    for seed in seeds {
      for row in rows {
        csv.field("r")
        body(&csv, (seed, row))
        csv.endRow()
      }
    }
    let output = try OutputFile(path: folder + "/" + file)
    try output.write(csv.takeBytes())
    try output.finish()
  }

  @Test func showsAllEvents() throws {
    let folder = try TemporaryFolder()
    try makeRun(folder.path)
    let page = try PageReading(reportPage(RunReport(folder: folder.path)))
    let tracks = try page.tracks()
    let track = try #require(tracks.first)
    #expect(tracks.count == 1)
    #expect(
      try page.lane(track, "activity", "true") == ["0.0 stationary", "2.0 walking"])
    #expect(
      try page.lane(track, "activity", "told") == ["1.0 walking"], "repeated reports count once")
    #expect(
      try page.lane(track, "regions", "told")
        == ["0.0 ", "2.0 shop", "3.0 s + shop", "6.0 s"])
    #expect(try page.lane(track, "regions", "true") == ["0.0 cafe", "1.0 cafe + s", "4.0 s"])
    #expect(try page.lane(track, "pause", "told") == ["4.0 paused", "7.0 "])
    #expect(try page.lane(track, "pause", "true") == ["0.0 ", "3.0 paused"])
    #expect(try page.lane(track, "indoor source", "told") == ["8.0 started"])
    #expect(try page.lane(track, "nearest beacon", "told") == ["3.5 1/2 near"])
    #expect(try page.lane(track, "gnss", "device") == ["0.0 on"])
    #expect(try page.lane(track, "wifi", "moments") == ["1.0 scan"])
    let power = try #require(track["power"]).list.map { PageReading.numbers($0.string) }
    #expect(power == [[0], [2505]])
    // Fixes: one 12.3 m off, and one with an invalid position, which stays at the previous one.
    let fixes = try #require(track["fixes"]).list.map { PageReading.numbers($0.string) }
    #expect(fixes[0] == [200, 350] && fixes[5] == [-1000, -1] && fixes[3] == [53, 53])
    #expect(fixes[4] == [123, 200_000_000])
    let path = try #require(track["path"]).list.map { PageReading.numbers($0.string) }
    #expect(path[0].first == 0 && path[0].last == 1000 && Set(path[1]) == [0] && path[3].last == -1)
    // Two positions of one cloud, 0.001 degrees of latitude apart, the other one outdoors.
    let clouds = try #require(track["clouds"]).list.map { PageReading.numbers($0.string) }
    #expect(clouds == [[300], [12], [2], [0, 0], [0, 1112], [-1, -1000]])
    let worst = try #require(page.run()["worst"]).list
    let kinds = Set(worst.map { $0["kind"]?.string })
    #expect(kinds == ["error", "honesty", "late", "missed"])
    #expect(worst[0]["value"] == .null && worst[0]["t"] == 3.5 && worst[0]["track"] == 0)
    // One change of activity, reported two seconds after it.
    let latencies = try #require(page.run()["latencies"]).list.map(\.list)
    #expect(latencies.count == 1 && latencies[0][1] == "walking" && latencies[0][3] == 0)
    #expect(latencies[0][2].list.firstIndex(of: 1) == 1 && latencies[0][2].list.count == 31)
    let budget = try #require(page.run()["budgets"]?.list.first?.list)
    #expect(budget[5] == "missed" && budget[6] == "")
    // The scene, in centimetres.
    let venues = try #require(page.run()["venues"]).list
    let level = try #require(venues.first?["levels"]?.list.first)
    let walls = try #require(level["walls"]?.string.split(separator: " "))
    #expect(walls.map { PageReading.numbers(String($0)) } == [[0, 456], [0, -120]])
  }

  /// Text from files is escaped: no tag of a page comes from a file.
  @Test(arguments: [
    "<script>window.hacked = 1</script>", "</script><img src=x onerror=alert(1)>", "<!--", "]]>",
    "\u{2028}\"'\\ & &lt;", "a,b\n\"c\"",
  ]) func escapesTextFromFiles(name: String) throws {
    let folder = try TemporaryFolder()
    try makeRun(folder.path, hostile: name)
    let page = try PageReading(reportPage(RunReport(folder: folder.path)))
    let track = try #require(page.tracks().first)
    #expect(track["device"]?.string == name)
    #expect(try page.run()["scenarios"]?.list.first?["name"]?.string == name)
    #expect(!page.text.contains(name) || !name.contains("<"))
    for tag in ["<script", "</script", "<img", "<!--", "<title"] {
      let count = page.text.ranges(of: tag).count
      #expect(count == ["<script": 2, "</script": 2, "<title": 1][tag] ?? 0, "\(tag)")
    }
  }

  @Test func comparesTwoRuns() throws {
    let folder = try TemporaryFolder()
    try makeRun(folder.path + "/a", run: "a", seeds: [2, 1])
    try makeRun(folder.path + "/b", run: "b", seeds: [1, 2, 3])
    let this = try RunReport(folder: folder.path + "/a", sharedBy: 2)
    let page = try PageReading(
      reportPage(this, against: [RunReport(folder: folder.path + "/b", besides: this)]))
    #expect(try page.tracks(0).map { $0["seed"]?.string } == ["1", "2"])
    #expect(try page.tracks(1).map { $0["seed"]?.string } == ["1", "2"])
    #expect(try page.run(1)["tracks_left_out"]?.int == 1)
    #expect(
      try reportPage(RunReport(folder: folder.path + "/a"))
        == reportPage(RunReport(folder: folder.path + "/a")))
  }

  /// A page is made from the available data: tables of older versions, other tools, other metrics.
  @Test(arguments: RunTables.columns.map(\.file) + ["scene.json"])
  func toleratesMissingTables(file: String) throws {
    let folder = try TemporaryFolder()
    try makeRun(folder.path)
    try folder.write(
      "metrics.csv",
      "run,scenario,seed,device,metric,statistic,value,unit,n,more\n"
        + "r,s,all,all,odd.metric,p12,inf,furlong,3,x\n")
    try folder.write(file, "")
    // An empty file is invalid, but a missing one wasn't written.
    if !["power.csv", "battery.csv", "decisions.csv", "journal.csv", "routes.csv"].contains(file) {
      #expect(throws: DocumentError.self) { _ = try RunReport(folder: folder.path).run }
    }
    removeFile(folder.path + "/" + file)
    let page = try PageReading(reportPage(RunReport(folder: folder.path)))
    let missing = try #require(page.run()["missing"]).list.map(\.string)
    let isRead = ![
      "power.csv", "battery.csv", "decisions.csv", "journal.csv", "clouds.csv", "routes.csv",
      "scene.json",
    ].contains(file)
    #expect(missing == (isRead ? [file] : []))
  }

  @Test(arguments: [
    ("fixes.csv", "told_s", "fixes.csv:120003:"), ("track.csv", "floor", "track.csv:120003:"),
    ("states.csv", "power_mw", "states.csv:120003:"),
    ("transitions.csv", "true_s", "transitions.csv:120003:"),
  ]) func errorsHavePositions(file: String, column: String, place: String) throws {
    let folder = try TemporaryFolder()
    try makeRun(folder.path)
    let columns = try #require(RunTables.columns.first { $0.file == file }?.columns)
    func row(_ value: (String) -> String) -> String {
      columns.map(value).joined(separator: ",") + "\n"
    }
    // More than one piece of a file that is read in pieces, and a field of two lines.
    let good = row {
      ["run", "scenario", "device"].contains($0) ? String(repeating: "x", count: 9) : "1"
    }
    let text =
      row { $0 } + row { $0 == "device" ? "\"two\nlines\"" : "1" }
      + String(repeating: good, count: 119_999) + row { $0 == column ? "nonsense" : "1" }
    try folder.write(file, text)
    let error = #expect(throws: DocumentError.self) { _ = try RunReport(folder: folder.path).run }
    #expect(error?.description.contains(place) == true, "\(String(describing: error))")
  }

  @Test func rejectsFoldersWithoutRun() throws {
    let folder = try TemporaryFolder()
    for manifest in [nil, "{}", "{\"run\": 3}", "nonsense"] as [String?] {
      if let manifest { try folder.write("manifest.json", manifest) }
      #expect(throws: DocumentError.self) { _ = try RunReport(folder: folder.path).run }
      #expect(throws: DocumentError.self) { try CondensedTables(folders: [folder.path]) }
    }
  }
}
