import Documents
import Formats
import Geometry
import Harness
import Maps
import Observations
import Recordings
import Reporting
import Scenarios
import Scoring
import Venues

/// Kinds of lists.
enum ListKind: String, CaseIterable {
  case scenarios, places, metrics, parts, parameters, constants, capabilities

  /// The form shown in help.
  var form: String { self == .places ? "places VENUE" : rawValue }
}

/// Names of kinds in version 0.2; they are accepted until version 0.4.
private let formerKinds: [String: ListKind] = ["dials": .parameters]

/// Runs `venuesim list WHAT`.
@Sendable
func listVerb(_ invocation: Invocation) throws -> ExitStatus {
  let kinds = ListKind.allCases.map(\.rawValue)
  guard let name = invocation.operands.first else {
    throw UsageError("list what? There are \(kinds.joined(separator: ", "))")
  }
  guard let kind = ListKind(rawValue: name) ?? formerKinds[name] else {
    let former = nearestName(to: name, among: Array(formerKinds.keys)).flatMap { formerKinds[$0] }
    let hint = former.map { " (did you mean '\($0.rawValue)'?)" } ?? suggestion(name, among: kinds)
    throw UsageError("nothing called '\(name)'" + hint)
  }
  if kind == .places, invocation.operands.count != 2 {
    throw UsageError("list places of which venue?")
  }
  if kind != .places, invocation.operands.count > 1 {
    throw UsageError("'list' does not expect '\(invocation.operands[1])'")
  }
  switch kind {
  case .places:
    list(
      try places(invocation.operands[1]), ["kind", "name", "building", "level", "at"], invocation)
  case .metrics: listMetrics(invocation)
  case .parts: list(ParameterTable.parts, ["place", "part", "parameters", "about"], invocation)
  case .parameters: list(ParameterTable.rows, ParameterTable.columns, invocation)
  case .scenarios: list(try scenarios(), ["scenario", "file", "about"], invocation)
  case .constants: list(ServiceConstantTable.rows, ServiceConstantTable.columns, invocation)
  case .capabilities: list(capabilities, ["kind", "name", "about"], invocation)
  }
  return .success
}

/// All capabilities of the command, from the tables that implement them.
private var capabilities: [[String]] {
  func rows(_ kind: String, _ names: [String]) -> [[String]] { names.map { [kind, $0, ""] } }
  return Verb.all.map { ["verb", $0.name, $0.summary] }
    + ReplayFormat.all.map { ["recordings of", $0.name, $0.summary] }
    + rows("map of", importFormats) + rows("export to", exportKinds)
    + ParameterTable.parts.map { ["part", "\($0[0]): \($0[1])", $0[3]] }
    + rows("observation", StackWire.observationKinds) + rows("output", StackWire.outputKinds)
    + rows("sensor", RadioRequest.Sensor.allCases.map(\.rawValue))
}

private func listMetrics(_ invocation: Invocation) {
  let heading = ["metric", "unit", "statistics", "better", "least_change", "definition", "source"]
  guard !invocation.has(.json), !invocation.has(.listCSV) else {
    return list(metrics, heading, invocation)
  }
  // Definition and source share a column, because definitions differ widely in length.
  list(
    metrics.map { $0.dropLast(2) + ["\($0[5]) Source: \($0[6])."] },
    heading.dropLast(2) + ["definition and source"], invocation)
}

private var metrics: [[String]] {
  MetricCatalogue.all.map { metric in
    [
      metric.name, metric.unit, metric.statistics.map(\.rawValue).joined(separator: " "),
      better(metric.better), metric.margin.text(of: metric), metric.definition, metric.source,
    ]
  }
}

private func better(_ better: MetricDefinition.Better) -> String {
  switch better {
  case .lower: "lower"
  case .higher: "higher"
  case .nearZero: "near 0"
  case .near68: "near 0.68"
  }
}

/// The scenarios in the current folder's `scenarios`, or else the bundled ones.
private func scenarios() throws -> [[String]] {
  let folder = folderContents("scenarios") == nil ? try DataFolder().file("scenarios") : "scenarios"
  return (folderContents(folder) ?? []).filter { $0.hasSuffix(".yaml") }.map { name in
    let path = folder + "/" + name
    guard let scenario = try? decodeDocument(Scenario.self, path: path) else {
      return ["", path, "(has mistakes; see 'venuesim check \(path)')"]
    }
    return [scenario.name, path, scenario.about]
  }
}

/// Everything in a venue that a scenario can name.
private func places(_ path: String) throws -> [[String]] {
  let map = try decodeDocument(VenueFile.self, path: path).venue().map
  func row(_ kind: String, _ name: String, _ spot: Spot) -> [String] {
    let level = spot.level.map { map.levels[$0] }
    let building = level.map { map.buildings[$0.building].name } ?? ""
    let at = [spot.point.x, spot.point.y].map { "\(Int($0.rounded())) m" }
    return [
      kind, name, building, level.map { String($0.ordinal) } ?? "outdoors",
      "[\(at.joined(separator: ", "))]",
    ]
  }
  var rows = map.places.map { row("place", $0.name, $0.spot) }
  rows += map.connectors.map { row($0.kind.rawValue, $0.name, $0.stops[0]) }
  rows += map.roads.carParks.map { row("car park", $0.name, Spot($0.outline.centroid)) }
  for line in map.roads.busLines {
    rows += line.stops.map { row("bus \(line.name)", $0.name, Spot($0.point)) }
  }
  return rows
}

private func list(_ rows: [[String]], _ heading: [String], _ invocation: Invocation) {
  if invocation.has(.names) {
    for row in rows { say(row[0]) }
    return
  }
  if invocation.has(.json) {
    let objects = rows.map { row in
      JSONValue.object(JSONObject(zip(heading, row).map { ($0, .string($1)) }))
    }
    return say(JSONValue.array(objects).text(pretty: false))
  }
  if invocation.has(.listCSV) {
    var csv = CSVWriter(columns: heading.map { $0.replacing(" ", with: "_") })
    for row in rows {
      for field in row { csv.field(field) }
      csv.endRow()
    }
    // Without the last line ending, which `say` adds.
    return say(String(decoding: csv.takeBytes().dropLast(), as: UTF8.self))
  }
  var table = TextTable(heading)
  for row in rows { table.add(row) }
  for line in table.lines { say(line) }
}

extension Option {
  static let listCSV = Option("csv", "Print a table of comma-separated values.")
  static let names = Option("names", "Print the first column only, for scripts.")
}
