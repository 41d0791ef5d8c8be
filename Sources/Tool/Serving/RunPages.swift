import Documents
import Reporting
import Scoring
import Synchronization

/// The pages of runs: reports of finished ones, and the progress of the others.
final class RunPages: Sendable {
  /// The folders that a report is made of, by canonical paths.
  struct Sources: Sendable {
    var run: String
    /// The runs beside it.
    var bases: [String] = []
    /// The table of floor plans; nil for none.
    var plans: String?
  }

  /// The folder whose files may not be links to the outside; nil for folders named by the user.
  private let folder: ServedFolder?
  private let links: [SiteLink]
  /// Receives the contents of each report that was made.
  private let onMade: @Sendable (ReportContents) -> Void
  private let cache = PageCache()
  /// Read journals, by folder.
  private let journals = Mutex<[String: RunProgress]>([:])

  init(
    within folder: ServedFolder?, links: [SiteLink],
    onMade: @escaping @Sendable (ReportContents) -> Void = { _ in }
  ) {
    (self.folder, self.links, self.onMade) = (folder, links, onMade)
  }

  /// The state of a folder.
  func state(of path: String) -> FolderState {
    let progress = progress(of: path)
    if progress?.isActive == true { return .running }
    guard exists(path + "/manifest.json") else { return progress == nil ? .empty : .interrupted }
    // A complete run of an older version has no such key.
    let manifest = try? JSONValue(path: path + "/manifest.json")
    guard let manifest, manifest["run"] != nil else { return .damaged }
    return manifest["complete"] == .bool(false) ? .stopped : .finished
  }

  /// The progress of a run with a journal; nil without one.
  func progress(of path: String) -> RunProgress? {
    journals.withLock { journals in
      if var known = journals[path], known.update() {
        journals[path] = known
        return known
      }
      journals[path] = RunProgress(folder: path)
      return journals[path]
    }
  }

  /// The page of a folder: a report, or the progress of a run that has none yet.
  func page(of sources: Sources) throws -> HTTPResponse {
    let state = state(of: sources.run)
    var response = HTTPResponse.html(SitePage.progress(links: links))
    guard state == .finished || state == .stopped else {
      return tagged(response, folderVersion(sources.run))
    }
    do {
      return try report(of: sources)
    } catch is DocumentError {
      // The page asks for the error, and shows the report as soon as there is one.
      response.status = 422
      return response
    }
  }

  /// The report of a finished run, beside others.
  func report(of sources: Sources) throws -> HTTPResponse {
    let folders = [sources.run] + sources.bases
    for path in folders { try folder?.checkLinks(of: path) }
    let version = folders.map(folderVersion).joined(separator: "-")
    let live = LiveScript(version: version, hasList: !links.isEmpty)
    let page = try cache.page(folders.joined(separator: "\0"), version: version) {
      let contents = try ReportContents(
        folder: sources.run, against: sources.bases, plans: sources.plans)
      onMade(contents)
      return try contents.page(live: live)
    }
    return tagged(.html(page, policy: .selfContained), version)
  }

  private func tagged(_ response: HTTPResponse, _ version: String) -> HTTPResponse {
    var response = response
    response.headers.append(("ETag", "\"\(version)\""))
    return response
  }

  /// Describes the progress of a folder's run, with the error if it has no report.
  ///
  /// - Parameters:
  ///   - path: The canonical path.
  ///   - shown: The path in the served folder.
  /// - Returns: The description for the page.
  func progressJSON(of path: String, shown: String) -> JSONValue {
    var state = state(of: path)
    var text = state.text
    if state == .finished || state == .stopped || state == .damaged {
      do {
        _ = try report(of: Sources(run: path))
      } catch {
        (state, text) = (.damaged, PathName.shown("\(error)"))
      }
    }
    var object: JSONObject = [
      "path": .string(PathName.shown(shown)), "state": .string(state.rawValue),
      "text": .string(text),
    ]
    if let progress = progress(of: path) {
      object["done"] = .int(Int64(progress.done))
      object["total"] = .int(Int64(progress.total))
      object["stack"] = .string(progress.identity.stack)
      object["seeds"] = .string(shownSeeds(progress.identity.seeds))
      object["settings"] = .array(progress.identity.settings.map { .string($0) })
      object["seed_count"] = .int(Int64(progress.seedCount))
      object["scenarios"] = .array(progress.scenarios.map(\.json))
    }
    return .object(object)
  }
}

extension FolderState {
  /// The meaning of the state, and the next step.
  fileprivate var text: String {
    switch self {
    case .running: "The page follows the run, and shows its report at the end."
    case .interrupted:
      "The run was stopped or killed. The same command with --resume does the rest of it."
    case .empty: "The folder has no run. The page shows one as soon as it begins."
    case .damaged: "The manifest can't be read."
    case .stopped, .finished: ""
    }
  }
}

extension RunProgress.ScenarioProgress {
  /// The headline metrics of the finished runs.
  fileprivate var json: JSONValue {
    let metrics = MetricCatalogue.all.filter(\.isHeadline).compactMap { metric -> JSONValue? in
      let rows = MetricRow.rows(metric, values: pool[metric])
      guard let count = rows.first?.count else { return nil }
      let values = rows.map { ($0.statistic.rawValue, JSONValue.number($0.value)) }
      return [
        "metric": .string(metric.name), "unit": .string(metric.unit), "count": .int(Int64(count)),
        "values": .object(JSONObject(values)),
      ]
    }
    return ["name": .string(name), "done": .int(Int64(done)), "metrics": .array(metrics)]
  }
}
