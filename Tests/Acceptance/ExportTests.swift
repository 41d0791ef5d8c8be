import Foundation
import Testing

/// Export of pictures and ground truth.
struct ExportTests {
  @Test func picturesShowVenueAndPath() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.venuesim("export", "svg", TestPaths.corridor, "--out", "pictures")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    let files = try sandbox.files().keys.sorted()
    #expect(files == ["pictures/corridor-level-0.svg", "pictures/corridor-outdoors.svg"])
    let level = try sandbox.read("pictures/corridor-level-0.svg")
    #expect(level.hasPrefix("<svg ") && level.hasSuffix("</svg>\n"))
    // Two parts on the level, in and out, and their ends.
    #expect(level.contains("walker comes") && level.contains("walker goes"))
    #expect(level.split(separator: "<title>beacon</title>").count == 7)
  }

  @Test func truthIsCompleteAndConsistent() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.venuesim(
      "export", "truth", TestPaths.corridor, "--out", "truth", "--rate", "2", "--seed", "5")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    let files = try sandbox.files().keys.sorted()
    #expect(files == ["truth/changes.csv", "truth/footfalls.csv", "truth/truth.csv"])
    let rows = try sandbox.read("truth/truth.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows.count == 1 + 361, "three minutes at 2 Hz, with both ends")
    let columns = Dictionary(uniqueKeysWithValues: rows[0].enumerated().map { ($1, $0) })
    let steps = try #require(columns["steps"])
    let stepEvents = try sandbox.read("truth/footfalls.csv").split(separator: "\n")
    #expect(Int(rows[361][steps]) == stepEvents.count - 1)
    let floor = try #require(columns["floor"])
    #expect(Set(rows.dropFirst().map { $0[floor] }) == ["", "0"])
    let changes = try sandbox.read("truth/changes.csv").split(separator: "\n")
    #expect(changes.count { $0.contains(",floor,") } == 2)
    let again = try sandbox.venuesim(
      "export", "truth", TestPaths.corridor, "--out", "again", "--rate", "2", "--seed", "5")
    #expect(again.status == 0)
    for file in ["changes.csv", "footfalls.csv", "truth.csv"] {
      #expect(try sandbox.read("truth/" + file) == sandbox.read("again/" + file))
    }
  }

  /// Reported locations are exported in each format, and imported again without options.
  @Test func exportedTracksAreImportedAgain() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.venuesim(
      "run", TestPaths.root + "/scenarios/canyon-walk.yaml", "--set", "duration=60 s", "--record",
      "--out", "run", "--quiet")
    // 4: a minute is too short for the budgets of the complete walk.
    #expect([0, 4].contains(run.status), "\(run)")
    let recording = "run/recordings/canyon-walk-1-pocket"
    let reported =
      try sandbox.read(recording + "/told_location.csv").split(separator: "\n").count - 1
    #expect(reported > 40)
    for (format, counts) in [
      ("gpx", "receiver_fix \(reported)"), ("nmea", "receiver_fix \(reported)"),
      ("rinex", "gnss 60"),
    ] {
      let file = "track.\(format == "rinex" ? "obs" : format)"
      let outcome = try sandbox.venuesim("export", format, recording, "--out", file)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
      let again = try sandbox.venuesim("replay", file)
      #expect(again.status == 0, "\(again)")
      #expect(again.output.contains("track: \(format), "), "\(again.output)")
      #expect(again.output.contains(counts), "\(again.output)")
    }
    let json = try sandbox.venuesim("export", "geojson", recording, "--truth", "--out", "a.geojson")
    #expect(json.status == 0)
    #expect(try sandbox.read("a.geojson").hasPrefix("{\n  \"type\": \"FeatureCollection\""))
    let messages = try sandbox.venuesim("export", "mcap", recording, "--out", "a.mcap")
    #expect(messages.status == 0 && messages.output == "a.mcap\n", "\(messages)")
    let bytes = try #require(try sandbox.files()["a.mcap"])
    #expect(bytes.starts(with: [0x89] + Array("MCAP0\r\n".utf8)) && bytes.count > 100_000)
    // The layout for Foxglove plots topics and fields that exist.
    let layout = try String(
      contentsOfFile: TestPaths.root + "/scenarios/examples/foxglove-layout.json", encoding: .utf8)
    let text = String(decoding: bytes, as: UTF8.self)
    let paths = layout.matches(of: /"value": "(\/[a-z\/]+)\.(?:readings\[:\]\.)?([a-z0-9_]+)"/)
    #expect(paths.count == 9, "\(paths.count)")
    // There are no beacons on the walk.
    for path in paths where path.1 != "/beacon" {
      #expect(text.contains(String(path.1)) && text.contains("\"\(path.2)\""), "\(path.0)")
    }
  }

  @Test(arguments: [
    (["export"], "export what?"), (["export", "svgg"], "(did you mean 'svg'?)"),
    (["export", "svg"], "export svg of which file?"),
    (["export", "svg", "S"], "export needs --out DIR"),
    (["export", "gpx"], "export gpx takes one recording"),
    (["export", "mcap", "S"], "export mcap needs --out FILE"),
    (["export", "mcap", "S", "--out", "x", "--truth"], "mcap holds the truth, too"),
    (["export", "truth", "S", "--out", "x", "--rate", "0"], "--rate takes rows per second"),
    (["list", "places"], "list places of which venue?"),
    (["list", "metrics", "zzz"], "no row of 'metrics' has 'zzz'"),
  ]) func mistakesAreReported(arguments: [String], answer: String) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.venuesim(arguments.map { $0 == "S" ? TestPaths.corridor : $0 })
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(answer), "\(outcome.errors)")
    #expect(try sandbox.files().isEmpty)
  }

  @Test func placesAreListed() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.venuesim(
      "list", "places", TestPaths.root + "/scenarios/venues/mall.yaml")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Food court") && outcome.output.contains("Glass lift 1"))
  }

  @Test func unreachableGoalIsReportedBeforeTheRun() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(
      "locked.yaml",
      """
      name: locked
      duration: 5 min
      venue: \(TestPaths.root)/scenarios/venues/museum.yaml
      agents:
        - name: thief
          start: Ticket desk
          itinerary:
            - stand: 5 s
            - walk: Archive
            - walk: Cafe

      """)
    for verb in ["check", "run"] {
      let outcome = try sandbox.venuesim(verb, "locked.yaml")
      #expect(outcome.status == 2)
      #expect(
        outcome.errors.hasPrefix("locked.yaml:9:9: 'thief' can't do this: no route from"),
        "\(outcome.errors)")
      #expect(outcome.errors.contains("locked"))
    }
  }
}
