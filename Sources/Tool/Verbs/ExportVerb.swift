import Documents
import Harness
import Kernel
import Maps
import Observations
import Reporting
import Scenarios
import Venues

/// Export formats: pictures and the truth of scenarios, and formats of recordings.
let exportKinds = ["svg", "truth", "gpx", "geojson", "nmea", "rinex", "mcap"]

/// Runs `venuesim export KIND FILE... --out DIR`, or `export KIND RECORDING --out FILE`.
@Sendable
func exportVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard let kind = invocation.operands.first else {
    throw UsageError("export what? There are \(exportKinds.joined(separator: ", "))")
  }
  guard exportKinds.contains(kind) else {
    throw UsageError("nothing called '\(kind)' to export" + suggestion(kind, among: exportKinds))
  }
  let paths = Array(invocation.operands.dropFirst())
  guard kind == "svg" || kind == "truth" else {
    return try exportRecording(kind, paths, invocation)
  }
  guard !paths.isEmpty else { throw UsageError("export \(kind) of which file?") }
  guard let folder = invocation.value(.out) else { throw UsageError("export needs --out DIR") }
  let seed = try invocation.value(.seed).map { text throws(UsageError) in
    guard let seed = UInt64(text) else {
      throw UsageError("--seed takes a whole number, not '\(text)'")
    }
    return seed
  }
  if kind == "svg" {
    try exportPictures(of: paths, seed: seed, to: folder, invocation)
  } else {
    try exportTruth(of: paths, seed: seed, to: folder, invocation)
  }
  return .success
}

/// Draws venues, and scenarios with the tracks of all agents.
private func exportPictures(
  of paths: [String], seed: UInt64?, to folder: String, _ invocation: Invocation
) throws {
  let pictures = try paths.map { try picture(of: $0, seed: seed, invocation) }
  try makeFolder(folder)
  for (name, drawing) in pictures {
    for sheet in drawing.drawings() {
      let file = "\(folder)/\(name)-\(sheet.name).svg"
      try writeFile(sheet.svg, to: file)
      if !invocation.has(.quiet) { announce(file: file) }
    }
  }
}

/// Writes the ground truth of scenarios as tables.
private func exportTruth(
  of paths: [String], seed: UInt64?, to folder: String, _ invocation: Invocation
) throws {
  var rate = 10.0
  if let text = invocation.value(.rate) {
    guard let value = Double(text), value > 0, value <= 1000 else {
      throw UsageError("--rate takes rows per second, above 0 and up to 1000, not '\(text)'")
    }
    rate = value
  }
  let settings = try invocation.values(.set).map { try Setting($0) }
  let scenarios = try loadScenarios(paths, settings)
  try makeFolder(folder)
  let files = try TruthTables.files.map { try OutputFile(path: "\(folder)/\($0)") }
  var tables = TruthTables()
  for scenario in scenarios {
    try tables.add(
      scenario, seed: seed ?? UInt64(scenario.scenario.seed), rateHertz: rate
    ) { pieces in
      for (file, piece) in zip(files, pieces) { try file.write(piece) }
    }
  }
  for file in files {
    try file.finish()
    if !invocation.has(.quiet) { announce(file: file.path) }
  }
}

/// A venue's picture, or a scenario's with its tracks.
private func picture(
  of path: String, seed: UInt64?, _ invocation: Invocation
) throws -> (name: String, drawing: VenueDrawing) {
  let node = try YAML.load(path: path)
  if node["agents"] == nil {
    let venue = try decodeDocument(VenueFile.self, from: node).venue()
    let file = splitPath(path).name
    let name = file.hasSuffix(".yaml") ? String(file.dropLast(5)) : file
    return (name, VenueDrawing(venue.map))
  }
  let settings = try invocation.values(.set).map { try Setting($0) }
  let scenario = try LoadedScenario(path: path, settings: settings)
  let traces = try scenario.traces(seed: seed ?? UInt64(scenario.scenario.seed))
  return (scenario.scenario.name, VenueDrawing(scenario.map, tracks: traces))
}

extension Option {
  static let rate = Option("rate", taking: "HZ", "Rows per second of the truth; by default 10.")
}
