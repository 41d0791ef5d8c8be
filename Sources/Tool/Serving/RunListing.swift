import Documents
import Reporting
import Synchronization

/// The list of runs below a served folder, newest first.
final class RunListing: Sendable {
  /// Max depth of folders below the served one.
  private static let maxDepth = 8
  /// Max number of folders that are searched.
  private static let maxFolders = 50_000
  /// Max number of listed runs; the newest are listed.
  private static let maxRuns = 1000

  /// A folder with results.
  private struct Found {
    var path: String
    var kind: String
    /// The file whose time is the time of the results.
    var file: String
    var modified: Double
  }

  private let folder: ServedFolder
  private let pages: RunPages
  /// The facts of finished runs, by folder, with the version of the files.
  private let briefs = Mutex<[String: (version: String, value: JSONObject)]>([:])

  init(_ folder: ServedFolder, _ pages: RunPages) {
    (self.folder, self.pages) = (folder, pages)
  }

  /// The list as JSON.
  var json: JSONValue {
    let all = found().sorted { ($0.modified, $1.path) > ($1.modified, $0.path) }
    let listed = all.prefix(Self.maxRuns)
    let paths = Set(listed.map(\.path))
    briefs.withLock { briefs in briefs = briefs.filter { paths.contains($0.key) } }
    let example = PathName.shown(
      "venuesim run SCENARIO.yaml --seeds 1-3 --out '\(folder.path)/first'")
    return [
      "folder": .string(PathName.shown(folder.path)),
      "runs": .array(listed.map { .object(entry($0)) }),
      "left_out": .int(Int64(all.count - listed.count)), "example": .string(example),
    ]
  }

  // MARK: Search

  /// All folders with results, without following symbolic links.
  private func found() -> [Found] {
    var result: [Found] = []
    var open = [(path: folder.path, depth: 0)]
    var count = 0
    while let (path, depth) = open.popLast(), count < Self.maxFolders {
      count += 1
      let names = folderContents(path) ?? []
      let found = Self.results(in: path, names)
      if let found { result.append(found) }
      // The folders in a run's folder are its own: recordings and pictures.
      guard found?.kind != "run", depth < Self.maxDepth else { continue }
      for name in names where !name.hasPrefix(".") {
        let below = (path == "/" ? "" : path) + "/" + name
        if isFolder(below) { open.append((below, depth + 1)) }
      }
    }
    return result
  }

  private static func results(in path: String, _ names: [String]) -> Found? {
    let has = Set(names).contains
    func found(_ kind: String, _ file: String) -> Found {
      Found(
        path: path, kind: kind, file: file,
        modified: modificationTime(path + "/" + file) ?? 0)
    }
    if has(".journal") { return found("run", ".journal") }
    if has("sweep.csv") { return found("sweep", "sweep.csv") }
    if has("study.csv") { return found("study", "study.csv") }
    if has("weeks.csv") || has("badge.svg") && has("index.html") {
      return found("campaign", "index.html")
    }
    // Many programs have manifests; a run has tables, too.
    if has("manifest.json"), has("metrics.csv") || has("budgets.csv") || has("fixes.csv") {
      return found("run", "manifest.json")
    }
    return nil
  }

  // MARK: Entries

  private func entry(_ found: Found) -> JSONObject {
    let parts = folder.parts(of: found.path).joined(separator: "/")
    var object: JSONObject = [
      "path": .string(parts), "kind": .string(found.kind), "modified": .number(found.modified),
    ]
    guard found.kind == "run" else {
      object["about"] = .string(found.kind)
      object["state"] = "finished"
      let names = ["index.html", "pareto.svg", "study.svg", found.file]
      if let name = names.first(where: { exists(found.path + "/" + $0) }) {
        object["page"] = .string(parts.isEmpty ? name : parts + "/" + name)
      }
      return object
    }
    let state = pages.state(of: found.path)
    object["state"] = .string(state.rawValue)
    if state == .running || state == .interrupted { return unfinished(found, object) }
    for (key, value) in facts(of: found).members.map({ ($0.key, $0.value) }) { object[key] = value }
    return object
  }

  private func unfinished(_ found: Found, _ entry: JSONObject) -> JSONObject {
    var object = entry
    guard let progress = pages.progress(of: found.path) else { return object }
    object["done"] = .int(Int64(progress.done))
    object["total"] = .int(Int64(progress.total))
    object["scenarios"] = .array(progress.scenarios.map { .string($0.name) })
    object["seeds"] = .string(shownSeeds(progress.identity.seeds))
    object["stack"] = .string(progress.identity.stack)
    object["settings"] = .array(progress.identity.settings.map { .string($0) })
    return object
  }

  /// The facts of a run with tables, or the error of a damaged one.
  private func facts(of found: Found) -> JSONObject {
    let version = folderVersion(found.path)
    let known = briefs.withLock { $0[found.path] }
    if let known, known.version == version { return known.value }
    let value: JSONObject
    do {
      try folder.checkLinks(of: found.path)
      value = try RunBrief(folder: found.path).json
    } catch {
      value = [
        "state": .string(FolderState.damaged.rawValue), "scenarios": [],
        "error": .string(PathName.shown("\(error)")),
      ]
    }
    briefs.withLock { $0[found.path] = (version, value) }
    return value
  }
}

/// A list of seeds for people: `1–3, 7`.
func shownSeeds(_ seeds: String) -> String {
  let ranges = seeds.split(separator: ",").map { range in
    let ends = range.split(separator: "-")
    return ends.first == ends.last ? ends.prefix(1).joined() : ends.joined(separator: "–")
  }
  let first = ranges.prefix(5).joined(separator: ", ")
  return ranges.count > 5 ? first + " and more" : first
}

extension RunBrief {
  /// The statistics in the list; a run's page has all of them.
  private static let listed: Set = ["mean", "share", "p50", "p95"]

  fileprivate var json: JSONObject {
    var object: JSONObject = [
      "run": .string(run), "version": .string(version), "stack": .string(stack),
      "settings": .array(settings.map { .string($0) }),
      "scenarios": .array(scenarios.map { .string($0) }),
      "verdicts": .object(
        JSONObject(verdicts.sorted { $0.key < $1.key }.map { ($0.key, .int(Int64($0.value))) })),
      "figures": .array(
        figures.filter { Self.listed.contains($0.statistic) }.map {
          [
            .string($0.scenario), .string($0.metric), .string($0.statistic),
            $0.value.isFinite ? .number($0.value) : .null, .string($0.unit), .int(Int64($0.count)),
          ]
        }),
    ]
    if let seeds { object["seeds"] = .string(shownSeeds(seeds)) }
    if let recordingCount { object["recordings"] = .int(Int64(recordingCount)) }
    return object
  }
}
