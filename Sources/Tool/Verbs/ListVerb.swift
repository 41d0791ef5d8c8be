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

/// Help text of `list`.
let listAbout = [
  "With words, only rows that contain all of them: venuesim list parameters locator spread. On a terminal,",
  "wide rows are wrapped; 'venuesim explain metric NAME' describes one.",
]

/// Names of kinds in version 0.2; they are accepted until version 0.4.
private let formerKinds: [String: ListKind] = ["dials": .parameters]

/// Runs `venuesim list WHAT [WORD...]`.
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
  if kind == .places, invocation.operands.count < 2 {
    throw UsageError("list places of which venue?")
  }
  let words = invocation.operands.dropFirst(kind == .places ? 2 : 1)
  let (heading, all) = try table(of: kind, invocation)
  let rows = all.filter { row in words.allSatisfy { contains(row, $0) } }
  guard !rows.isEmpty || words.isEmpty else {
    throw UsageError(
      "no row of '\(name)' has " + words.map { "'\($0)'" }.joined(separator: " and "))
  }
  list(rows, heading, invocation)
  return .success
}

/// True if a cell of a row contains a word, in any case.
private func contains(_ row: [String], _ word: String) -> Bool {
  row.contains { $0.lowercased().contains(word.lowercased()) }
}

/// The heading and the rows of a list.
private func table(
  of kind: ListKind, _ invocation: Invocation
) throws -> (heading: [String], rows: [[String]]) {
  switch kind {
  case .places:
    (["kind", "name", "building", "level", "at"], try places(invocation.operands[1]))
  case .metrics: (metricColumns, metrics)
  case .parts: (["place", "part", "parameters", "about"], ParameterTable.parts)
  case .parameters: (ParameterTable.columns, ParameterTable.rows)
  case .scenarios: (["scenario", "file", "about"], try scenarios())
  case .constants: (ServiceConstantTable.columns, ServiceConstantTable.rows)
  case .capabilities: (["kind", "name", "about"], capabilities)
  }
}

/// Describes a metric or a parameter in a few lines; nil for other kinds.
func described(_ kind: String, _ name: String) throws(UsageError) -> [String]? {
  guard ["metric", "parameter"].contains(kind) else { return nil }
  let heading = kind == "metric" ? metricColumns : ParameterTable.columns
  let rows = kind == "metric" ? metrics : ParameterTable.rows
  // A figure such as 'horizontal_error.p95' is described by its metric.
  let found = rows.filter { name == $0[0] || kind == "metric" && name.hasPrefix($0[0] + ".") }
  guard let row = found.max(by: { $0[0].count < $1[0].count }) else {
    let names = rows.map { $0[0] }
    throw UsageError("no \(kind) is called '\(name)'" + suggestion(name, among: names))
  }
  // Parts of one place may have parameters of the same name.
  return found.filter { $0[0] == row[0] }.flatMap {
    entry($0, heading, width: min(terminalWidth ?? 100, 100))
  }
}

/// A row as a few lines: the name, and each other cell behind its heading.
private func entry(_ row: [String], _ heading: [String], width: Int) -> [String] {
  var lines = [row[0]]
  for (title, cell) in zip(heading, row).dropFirst() where !cell.isEmpty {
    let label = title.replacing("_", with: " ") + ": "
    lines += wrapped(label + cell, width: width - 2).map { "  " + $0 }
  }
  return lines
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

private let metricColumns = [
  "metric", "unit", "statistics", "better", "least_change", "definition", "source",
]

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
  // A table that is too wide for the terminal becomes a list of entries.
  if let width = terminalWidth, lines(rows, heading).contains(where: { $0.count > width }) {
    for row in rows { entry(row, heading, width: width).forEach(say) }
    return
  }
  lines(rows, heading).forEach(say)
}

/// The lines of a table.
private func lines(_ rows: [[String]], _ heading: [String]) -> [String] {
  guard heading == metricColumns else {
    var table = TextTable(heading)
    for row in rows { table.add(row) }
    return table.lines
  }
  // Definition and source share a column, because definitions differ widely in length.
  var table = TextTable(heading.dropLast(2) + ["definition and source"])
  for row in rows { table.add(row.dropLast(2) + ["\(row[5]) Source: \(row[6])."]) }
  return table.lines
}

extension Option {
  static let listCSV = Option("csv", "Print a table of comma-separated values.")
  static let names = Option("names", "Print the first column only, for scripts.")
}
