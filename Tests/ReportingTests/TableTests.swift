import Documents
import Kernel
import Observations
import Reporting
import Scoring
import Testing
import Truth

/// A score with all values that are hard to encode.
func makeScore() throws -> DeviceScore {
  @Sendable func truth(_ time: SimTime) -> TruthSample {
    TruthSample(
      time: time, coordinate: Coordinate(latitudeDegrees: 47, longitudeDegrees: -8),
      altitudeMetres: 400, floor: time < SimTime(seconds: 1) ? nil : -1,
      eastVelocityMetresPerSecond: 0, northVelocityMetresPerSecond: 0, activity: .walking,
      stepCount: 1, distanceMetres: 1)
  }
  var fix = LocationFix(
    time: SimTime(nanoseconds: 1_000_000_001),
    coordinate: Coordinate(latitudeDegrees: 47.123456789, longitudeDegrees: -8.987654321),
    horizontalAccuracyMetres: 5.25, source: .fused, transmitterCount: 3)
  let notification = NotificationEvent(identifier: "line\nbreak, \"quoted\"", text: "")
  var outputs = [
    Delivered<Output>(time: SimTime(seconds: 1), .notification(notification)),
    Delivered<Output>(time: SimTime(seconds: 2), .location(fix)),
  ]
  fix.coordinate.latitudeDegrees = .nan
  (fix.altitudeMetres, fix.verticalAccuracyMetres, fix.floor) = (399.25, 3, -1)
  outputs.append(Delivered(time: SimTime(seconds: 3.5), .location(fix)))
  var score = scoreDevice(
    ScoringInput(
      device: "d,\"1\"", outputs: outputs, truth: truth,
      changes: [
        TrueChange(time: SimTime(seconds: 1), kind: .floor, from: "outdoors", to: "-1"),
        TrueChange(
          time: SimTime(seconds: 2), kind: .activity, from: "walking", to: "stationary"),
      ],
      duration: .seconds(10),
      power: [
        PowerRow(component: "gnss", state: "on", cause: "stack", seconds: 1.5, millijoules: 2.25)
      ]))
  score.decisions = [
    StackDecision(
      time: SimTime(seconds: 1), service: "pause", app: "a", event: "paused", verdict: "told",
      reasons: ["0:00:00 rests", "0:00:01 long enough"])
  ]
  score.journal = [
    JournalRow(
      app: "a", kind: .stay, start: nil, end: SimTime(seconds: 4),
      coordinate: Coordinate(latitudeDegrees: 47, longitudeDegrees: 8)),
    JournalRow(
      app: "a", kind: .leg, start: SimTime(seconds: 4), end: SimTime(seconds: 9), mode: "walking"),
  ]
  score.routes = [
    MatchedRoute(
      time: SimTime(seconds: 2),
      points: [47, 47.001].map { Coordinate(latitudeDegrees: $0, longitudeDegrees: 8) })
  ]
  score.clouds = [
    ParticleCloud(
      time: SimTime(seconds: 3), spreadMetres: 1.234,
      particles: [
        ParticleCloud.Particle(
          coordinate: Coordinate(latitudeDegrees: 47, longitudeDegrees: -8), floor: -1),
        ParticleCloud.Particle(
          coordinate: Coordinate(latitudeDegrees: 47.001, longitudeDegrees: -8), floor: nil),
      ])
  ]
  score.states = [
    StateRow(time: .start, component: "gnss", state: "on", milliwatts: 250.5),
    StateRow(time: SimTime(seconds: 1), component: "wifi", state: "scan", milliwatts: nil),
  ]
  score.battery = [BatteryRow(time: .start, share: 1, source: "battery")]
  score.fixes[0].horizontalErrorMetres = 12.3456
  let error = try #require(MetricCatalogue.metric("horizontal_error"))
  score.samples = [(error, [1.0 / 3, 2])]
  return score
}

struct TableTests {
  /// The rows of a table, by column.
  private func rows(_ bytes: [UInt8], _ file: String) throws -> [[String: String]] {
    var reader = try CSVReader(bytes: bytes, file: file)
    var rows: [[String: String]] = []
    while try reader.nextRow() {
      rows.append(
        Dictionary(
          uniqueKeysWithValues: reader.columns.enumerated().map {
            ($0.element, reader.text(at: $0.offset))
          }))
    }
    return rows
  }

  @Test func columnsMatchDocumentation() {
    let documented = [
      "metrics.csv": "run,scenario,seed,device,metric,statistic,value,unit,n",
      "budgets.csv": "run,scenario,metric,statistic,value,unit,limit,verdict,condition",
      "fixes.csv":
        "run,scenario,seed,device,told_s,fix_s,latitude_deg,longitude_deg,true_latitude_deg,"
        + "true_longitude_deg,horizontal_error_m,horizontal_accuracy_m,vertical_error_m,floor,"
        + "true_floor,source,transmitters,raw_latitude_deg,raw_longitude_deg,surveyed",
      "transitions.csv": "run,scenario,seed,device,kind,from,to,true_s,told_s,latency_s",
      "power.csv": "run,scenario,seed,device,component,state,cause,seconds_s,energy_mj",
      "battery.csv": "run,scenario,seed,device,time_s,share,source",
      "events.csv": "run,scenario,seed,device,time_s,app,event,detail",
      "track.csv": "run,scenario,seed,device,time_s,latitude_deg,longitude_deg,altitude_m,floor",
      "states.csv": "run,scenario,seed,device,time_s,component,state,power_mw",
      "decisions.csv":
        "run,scenario,seed,device,time_s,app,service,event,subject,verdict,reasons",
      "journal.csv":
        "run,scenario,seed,device,app,kind,start_s,end_s,mode,latitude_deg,longitude_deg,"
        + "steps,distance_m",
      "clouds.csv":
        "run,scenario,seed,device,time_s,spread_m,latitude_deg,longitude_deg,floor",
      "routes.csv": "run,scenario,seed,device,time_s,latitude_deg,longitude_deg",
    ]
    var tables = RunTables(run: "r")
    #expect(tables.tables.map(\.file) == RunTables.columns.map(\.file))
    #expect(Set(tables.tables.map(\.file)) == Set(documented.keys))
    for (index, file) in tables.tables.map(\.file).enumerated() {
      let text = String(decoding: tables.takeBytes(ofTable: index), as: UTF8.self)
      #expect(text == (documented[file] ?? "") + "\n", "\(file)")
      let rest = tables.takeBytes(ofTable: index)
      #expect(rest.isEmpty, "the header stands once")
    }
  }

  @Test func rowsRoundTrip() throws {
    var tables = RunTables(run: "run1")
    tables.add(try makeScore(), scenario: "s", seed: .max)
    var pool = ScenarioPool()
    pool.add(try makeScore())
    tables.add(pool, scenario: "s")
    let budget = try Budget("power.mean <= 120 mW")
    tables.add(BudgetVerdict(budget, values: [0.1234]), scenario: "s")
    tables.add(BudgetVerdict(try Budget("power.mean <= 120 mW if any"), values: []), scenario: "s")
    var read: [String: [[String: String]]] = [:]
    for (index, table) in tables.tables.enumerated() {
      read[table.file] = try rows(tables.takeBytes(ofTable: index), table.file)
    }
    #expect(read.values.joined().allSatisfy { $0["run"] == "run1" && $0["scenario"] == "s" })
    let routes = try #require(read["routes.csv"])
    #expect(routes.map { $0["latitude_deg"] } == ["47.0000000", "47.0010000"])
    let clouds = try #require(read["clouds.csv"])
    #expect(clouds.map { $0["floor"] } == ["-1", ""] && clouds[1]["spread_m"] == "1.23")
    #expect(clouds.map { $0["latitude_deg"] } == ["47.0000000", "47.0010000"])
    let metrics = try #require(read["metrics.csv"])
    #expect(metrics.count == 18 && metrics[0]["seed"] == "\(UInt64.max)")
    #expect(metrics[0]["device"] == "d,\"1\"" && metrics[9]["device"] == "all")
    #expect(metrics[9]["seed"] == "all" && metrics[0]["n"] == "2" && metrics[0]["unit"] == "m")
    // Enough digits to read the same number back.
    let mean = (1.0 / 3 + 2) / 2
    #expect(metrics[0]["value"].flatMap(Double.init) == mean)
    let fixes = try #require(read["fixes.csv"])
    #expect(fixes[0]["fix_s"] == "1.000000001" && fixes[0]["latitude_deg"] == "47.12345679")
    #expect(fixes[0]["horizontal_error_m"] == "12.346" && fixes[0]["vertical_error_m"] == "")
    #expect(fixes[0]["floor"] == "" && fixes[0]["true_floor"] == "-1")
    #expect(fixes[1]["horizontal_error_m"] == "inf" && fixes[1]["vertical_error_m"] == "-0.750")
    let transitions = try #require(read["transitions.csv"])
    #expect(transitions[0]["latency_s"] == "2.5" && transitions[0]["told_s"] == "3.5")
    #expect(transitions[1]["latency_s"] == "" && transitions[1]["told_s"] == "")
    #expect(read["power.csv"]?[0]["energy_mj"] == "2.250")
    #expect(read["events.csv"]?[0]["detail"] == "line\nbreak, \"quoted\"")
    let states = try #require(read["states.csv"])
    #expect(states.map { $0["power_mw"] } == ["250.500", ""] && states[1]["state"] == "scan")
    let track = try #require(read["track.csv"])
    #expect(track[0]["latitude_deg"] == "47.0000000" && track[0]["floor"] == "")
    #expect(track.last?["time_s"] == "10" && track.last?["floor"] == "-1")
    let budgets = try #require(read["budgets.csv"])
    #expect(budgets.map { $0["verdict"] } == ["missed", "undecided"])
    #expect(budgets[0]["value"].flatMap(Double.init) == 0.1234 / 1e-3)
    #expect(budgets[0]["limit"] == "<= 120.0" && budgets[1]["value"] == "")
  }

  @Test(
    arguments: [
      (0, "0.000"), (1, "1.00"), (-1, "-1.00"), (0.5, "0.500"), (0.0012345, "0.001"),
      (12.345, "12.3"),
      (123.4, "123"), (123_456, "123456"), (-99.96, "-100.0"), (999_999.4, "999999"),
      (0.05, "0.050"), (-0.0015, "-0.002"), (1e7, "10000000.0"), (1e-5, "1e-05"),
      (-0.00037593984962, "-0.000376"),
      (.nan, "-"),
      (.infinity, "inf"), (-.infinity, "-inf"),
      (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    ] as [(Double, String)]) func formatsFiguresForDisplay(value: Double, text: String)
  {
    #expect(figureText(value) == text)
  }

  @Test func alignsTextTables() {
    var table = TextTable(["metric", "value"])
    table.add(["error", "12.3"])
    table.add(["größe", "-4"])
    table.add(["short"])
    #expect(
      table.lines == [
        "metric  value", "------  -----", "error    12.3", "größe      -4", "short",
      ])
  }
}
