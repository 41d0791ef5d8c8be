import Documents
import Harness
import Kernel
import Maps
import Observations
import Reporting
import Scenarios
import Venues

/// Max number of runs side by side on a page.
private let maxRuns = 4

/// Runs `venuesim report DIR`.
@Sendable
func reportVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard let folder = invocation.operands.first else {
    throw UsageError("report which run's folder?")
  }
  if invocation.has(.csv), !invocation.has(.film) { return try reportTables(invocation) }
  guard invocation.operands.count == 1 else {
    throw UsageError("a page shows one run, or more with --against; --csv takes several")
  }
  if let film = invocation.value(.film) {
    for option in [Option.watch, .port] where invocation.has(option) {
      throw UsageError("--\(option.name) is for pages, but --film makes a film")
    }
    return try reportFilm(film, invocation)
  }
  if let option = Option.ofFilms.first(where: { invocation.has($0) }) {
    throw UsageError("--\(option.name) is for --film FILE")
  }
  let bases = invocation.values(.against)
  guard bases.count < maxRuns else { throw UsageError("a page has room for \(maxRuns) runs") }
  let path = invocation.value(.out) ?? withoutSlash(folder) + "/" + RunReport.fileName
  if invocation.has(.watch) {
    let sources = RunPages.Sources(
      run: withoutSlash(folder), bases: bases.map(withoutSlash), plans: invocation.value(.plans))
    return try watch(sources, file: path, invocation)
  }
  guard !invocation.has(.port) else { throw UsageError("--port is for --watch") }
  let contents = try ReportContents(
    folder: folder, against: bases, plans: invocation.value(.plans))
  try writeFile(contents.page(), to: path)
  if !invocation.has(.quiet) { announce(page: path) }
  return .success
}

/// The contents of a report page, read from the folders of runs.
struct ReportContents {
  private let run: RunReport
  private let earlier: [RunReport]
  private let plans: FloorPlans?
  private let comparisons: [ComparisonReport]

  /// Reads runs.
  ///
  /// - Parameters:
  ///   - folder: The run.
  ///   - bases: The runs beside it.
  ///   - plans: The table of floor plans; nil for none.
  /// - Throws: ``DocumentError`` if one of them can't be read.
  init(folder: String, against bases: [String] = [], plans: String? = nil) throws(DocumentError) {
    let count = bases.count + 1
    let run = try RunReport(folder: withoutSlash(folder), sharedBy: count)
    self.run = run
    earlier = try bases.map { base throws(DocumentError) in
      try RunReport(folder: withoutSlash(base), sharedBy: count, besides: run)
    }
    self.plans = try plans.map { path throws(DocumentError) in try FloorPlans(path: path) }
    comparisons = bases.map { base in
      // Runs that can't be compared may still be shown.
      do throws(DocumentError) {
        return try comparison(of: base, folder)
      } catch {
        var empty = ComparisonReport(base: base, new: folder, comparisons: [])
        empty.notes = error.diagnostics.map { "not compared: \($0.message)" }
        return empty
      }
    }
  }

  /// The page; with `live`, one that a server reloads.
  func page(live: LiveScript? = nil) throws(DocumentError) -> [UInt8] {
    try reportPage(run, against: earlier, plans: plans, comparisons: comparisons, live: live)
  }
}

/// Writes the report page of a run that has just ended into its folder.
func writeReport(ofFolder folder: String, _ invocation: Invocation) throws {
  let path = folder + "/" + RunReport.fileName
  try writeFile(reportPage(try RunReport(folder: folder)), to: path)
  if !invocation.has(.quiet), !invocation.has(.json) { announce(page: path) }
}

/// Writes condensed tables, to a folder or beside those of the run.
private func reportTables(_ invocation: Invocation) throws -> ExitStatus {
  guard !invocation.has(.against) else {
    throw UsageError("--csv and --against exclude each other; --csv takes several folders")
  }
  for option in [Option.plans, .watch, .port] where invocation.has(option) {
    throw UsageError("--\(option.name) is for pages, but --csv makes tables")
  }
  let folders = invocation.operands.map(withoutSlash)
  let target: String
  if let out = invocation.value(.out) {
    target = withoutSlash(out)
  } else if folders.count == 1 {
    target = folders[0]
  } else {
    throw UsageError("the tables of several runs need --out DIR")
  }
  let tables = try CondensedTables(folders: folders)
  try makeFolder(target)
  for (file, bytes) in tables.files { try writeFile(bytes, to: target + "/" + file) }
  if !invocation.has(.quiet) {
    say("The tables are in \(target)/: \(tables.files.map(\.file).joined(separator: ", ")).")
  }
  return .success
}

/// A folder's path without trailing slashes.
func withoutSlash(_ path: String) -> String {
  var path = path
  while path.hasSuffix("/"), path.utf8.count > 1 { path.removeLast() }
  return path
}

/// The maps and transmitters of a plan's scenarios, for the report.
func scene(of plan: RunPlan) -> RunScene {
  var scene = RunScene()
  for loaded in plan.scenarios {
    let sources = loaded.venue.transmitters
    let beacons = sources.beacons.map { beacon in
      RunScene.Transmitter(
        kind: "beacon", name: "\(beacon.identity.major)/\(beacon.identity.minor)",
        position: beacon.position, level: beacon.level)
    }
    let accessPoints = sources.accessPoints.map { point in
      RunScene.Transmitter(
        kind: "access_point", name: point.name, position: point.position, level: point.level)
    }
    let cells = sources.cellSites.map { site in
      RunScene.Transmitter(
        kind: "cell_site", name: site.name, position: site.position, level: nil)
    }
    scene.add(
      scenario: loaded.scenario.name, about: loaded.scenario.about,
      seconds: loaded.scenario.duration.seconds, map: loaded.map, key: loaded.venueDigest,
      transmitters: beacons + accessPoints + cells)
  }
  return scene
}

/// The map and transmitters of replays, as far as published; nil without a map.
func scene(of stage: ReplayStage) -> RunScene? {
  let map = stage.map
  guard !map.levels.isEmpty || !map.roads.roads.isEmpty || !map.buildings.isEmpty else {
    return nil
  }
  var scene = RunScene()
  let beacons = map.beacons.map { beacon in
    RunScene.Transmitter(
      kind: "beacon", name: "\(beacon.identity.major)/\(beacon.identity.minor)",
      position: beacon.position, level: beacon.level)
  }
  let accessPoints = map.accessPoints.map { point in
    RunScene.Transmitter(
      kind: "access_point", name: "\(point.bssid)", position: point.position, level: point.level)
  }
  scene.add(
    scenario: "replay", about: "", seconds: nil, map: map, key: "replay",
    transmitters: beacons + accessPoints)
  return scene
}

extension Option {
  static let report = Option(
    "report", "Make the page of the run as well: report.html in --out DIR.")
  static let against = Option(
    "against", taking: "DIR", repeats: true,
    "Show this run beside it, moment by moment; may be given several times.")
  static let plans = Option(
    "plans", taking: "FILE",
    "Show floor plans under it, placed by anchors: a table such as 'survey --pictures' makes.")
  static let csv = Option(
    "csv", "Write condensed tables instead: by scenario, by device group, by setting.")
  static let reportOut = out(
    "PATH",
    "The page's file, or with --csv the tables' folder; by default the run's own folder.")
}
