public import Documents
import Geometry
import Glibc
import Scoring

/// The data of a report page, read from the run's folder alone.
///
/// Tables are streamed; memory grows with the size of the page and the number of devices, not with
/// the length of the run.
public struct RunReport: Sendable {
  /// The page's name in a run's folder.
  public static let fileName = "report.html"

  /// The run's short digest.
  public let run: String
  let manifest: JSONValue
  let scene: JSONValue?
  /// The scenarios' names in the manifest's order, followed by any that only tables have.
  var scenarios: [String] = []
  var words = WordList()
  var tracks: [ReportTrack] = []
  /// The number of device runs besides those in `tracks`.
  var leftOut = 0
  var curves: [(scenario: String, device: String, curve: ErrorCurve)] = []
  /// Location errors by position and time, for each scenario.
  var errorMaps: [String: ErrorMap] = [:]
  var errorTimes: [String: ErrorTimes] = [:]
  var latencies: [LatencyBins] = []
  var worst = WorstMoments()
  var figures: [JSONValue] = []
  var figuresLeftOut = 0
  var budgets: [JSONValue] = []
  /// The tables missing in the folder, as in runs of older versions or other tools.
  var missing: [String] = []

  /// Maximum size of the device runs on a page, in bytes, less if several runs share the page.
  let room: Int
  /// Maximum number of error cells on the page.
  private let errorRoom: Int
  let folder: String

  /// Reads a run's folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - count: The number of runs that share the page.
  ///   - other: A run to compare with, whose devices are chosen.
  /// - Throws: ``DocumentError`` if there is no run, or for an invalid table.
  public init(
    folder: String, sharedBy count: Int = 1, besides other: RunReport? = nil
  ) throws(DocumentError) {
    let known = other.map { Set($0.tracks.map(\.key)) }
    try self.init(folder: folder, sharers: max(count, other == nil ? 1 : 2)) {
      known?.contains($0) ?? true
    }
  }

  /// Reads a run's folder with the tracks of some device runs only.
  init(
    folder: String, sharers: Int = 1, tracks isWanted: @escaping (TrackKey) -> Bool
  ) throws(DocumentError) {
    self.folder = folder
    guard access(folder + "/manifest.json", F_OK) == 0 else {
      throw DocumentError(
        "'\(folder)' holds no run: there is no manifest.json in it; 'venuesim run … --out DIR' makes one"
      )
    }
    manifest = try JSONValue(path: folder + "/manifest.json")
    guard case .string(let run)? = manifest["run"] else {
      throw DocumentError("'\(folder)/manifest.json' describes no run: it has no \"run\"")
    }
    self.run = run
    try TableChecksum.check(folder, manifest)
    try ChecksumList.check(runFolder: folder, [RunScene.fileName])
    let scenePath = folder + "/" + RunScene.fileName
    scene = access(scenePath, F_OK) == 0 ? try JSONValue(path: scenePath) : nil
    room = 3_800_000 / sharers
    errorRoom = ErrorMap.maxOnPage / sharers
    for entry in manifest["scenarios"]?.listValue ?? [] {
      if let name = entry["name"]?.textValue { scenarios.append(name) }
    }
    try readFigures()
    try readBudgets()
    try readTracks(isWanted)
    trim()
  }

  /// Returns the index of a scenario, adding a new one.
  mutating func scenario(_ name: String) -> Int {
    if let number = scenarios.firstIndex(of: name) { return number }
    scenarios.append(name)
    return scenarios.count - 1
  }

  /// The error maps of the scenarios with a plan on the page.
  var errorsJSON: JSONValue {
    let known = scenarios.indices.filter {
      errorMaps[scenarios[$0]] != nil && frame(ofScenario: scenarios[$0]) != nil
    }
    return .array(
      known.map { number in
        let floors = errorMaps[scenarios[number]]?.json(maximum: errorRoom / known.count)
        return [.int(Int64(number)), floors ?? []]
      })
  }

  /// Opens a table, and records a missing one.
  mutating func open(_ file: String, _ columns: [String]) throws(DocumentError) -> TableStream? {
    let table = try TableStream(folder + "/" + file, columns: columns)
    if table == nil { missing.append(file) }
    return table
  }

  /// Returns a scenario's venue in the scene; nil if unknown.
  func venue(ofScenario name: String) -> JSONValue? {
    let entry = scene?["scenarios"]?.listValue?.first { $0["name"]?.textValue == name }
    guard case .int(let number)? = entry?["venue"], let venues = scene?["venues"]?.listValue else {
      return nil
    }
    return Int(exactly: number).flatMap { venues.indices.contains($0) ? venues[$0] : nil }
  }

  /// Returns the local frame of a scenario's venue; nil if unknown.
  func frame(ofScenario name: String) -> LocalFrame? {
    guard let origin = venue(ofScenario: name)?["origin"],
      let place = try? Geodetic(
        latitudeDegrees: origin["latitude_deg"]?.numberValue ?? .nan,
        longitudeDegrees: origin["longitude_deg"]?.numberValue ?? .nan,
        altitudeMetres: origin["altitude_m"]?.numberValue ?? .nan)
    else { return nil }
    return LocalFrame(origin: place)
  }

  /// Removes the device runs with the smallest errors until the rest fits a page.
  private mutating func trim() {
    var total = tracks.reduce(0) { $0 + $1.byteCount }
    while total > room, tracks.count > 1 {
      let tamest = tracks.indices.min { tracks[$0].peak < tracks[$1].peak } ?? 0
      total -= tracks[tamest].byteCount
      tracks.remove(at: tamest)
      leftOut += 1
    }
  }
}

extension JSONValue {
  /// Nil for anything but a string.
  var textValue: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// Nil for anything but an array.
  var listValue: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// A number of either kind; nil for anything else.
  var numberValue: Double? {
    switch self {
    case .int(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}
