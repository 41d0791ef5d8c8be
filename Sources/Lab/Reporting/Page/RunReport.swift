public import Documents
import Geometry
import Glibc
import Scoring

/// What a report page shows of a run, read from the run's folder alone.
///
/// Tables are read piece by piece; what is kept of them grows with what a page can hold and with the
/// number of devices, not with the length of the run.
public struct RunReport: Sendable {
  /// The page's name in a run's folder.
  public static let fileName = "report.html"

  /// The run's short digest.
  public let run: String
  let manifest: JSONValue
  let scene: JSONValue?
  /// The scenarios' names, in the manifest's order, then any that only tables name.
  var scenarios: [String] = []
  var words = WordList()
  var tracks: [ReportTrack] = []
  /// How many device runs there are besides those in `tracks`.
  var leftOut = 0
  var curves: [(scenario: String, device: String, curve: ErrorCurve)] = []
  /// Where and when locations were far off, for each scenario.
  var errorMaps: [String: ErrorMap] = [:]
  var errorTimes: [String: ErrorTimes] = [:]
  var latencies: [LatencyBins] = []
  var worst = WorstMoments()
  var figures: [JSONValue] = []
  var figuresLeftOut = 0
  var budgets: [JSONValue] = []
  /// The tables that an older run or another tool didn't write.
  var missing: [String] = []

  /// How many bytes of devices' runs a page holds, fewer where several runs share it.
  let room: Int
  /// How many cells with errors it shows.
  private let errorRoom: Int
  let folder: String

  /// Reads a run's folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - count: How many runs the page shows, which share its room.
  ///   - other: The run beside which this one is shown: the same devices are chosen.
  /// - Throws: ``DocumentError`` if there is no run, or something in it makes no sense.
  public init(
    folder: String, sharedBy count: Int = 1, besides other: RunReport? = nil
  ) throws(DocumentError) {
    self.folder = folder
    guard access(folder + "/manifest.json", F_OK) == 0 else {
      throw DocumentError(
        "'\(folder)' holds no run: there is no manifest.json in it; 'venuesim run … --out DIR' makes one"
      )
    }
    manifest = try JSONValue(path: folder + "/manifest.json")
    guard case .string(let run)? = manifest["run"] else {
      throw DocumentError("'\(folder)/manifest.json' explains no run: it has no \"run\"")
    }
    self.run = run
    try TableSeal.check(folder, manifest)
    let scenePath = folder + "/" + RunScene.fileName
    scene = access(scenePath, F_OK) == 0 ? try JSONValue(path: scenePath) : nil
    let sharers = max(count, other == nil ? 1 : 2)
    room = 3_800_000 / sharers
    errorRoom = ErrorMap.mostOnPage / sharers
    for entry in manifest["scenarios"]?.listValue ?? [] {
      if let name = entry["name"]?.textValue { scenarios.append(name) }
    }
    try readFigures()
    try readBudgets()
    try readTracks(besides: other)
    trim()
  }

  /// The number of a scenario, which is added if it is new.
  mutating func scenario(_ name: String) -> Int {
    if let number = scenarios.firstIndex(of: name) { return number }
    scenarios.append(name)
    return scenarios.count - 1
  }

  /// How far off locations were, place by place, where the page has a plan to show it on.
  var errorsJSON: JSONValue {
    let known = scenarios.indices.filter {
      errorMaps[scenarios[$0]] != nil && frame(ofScenario: scenarios[$0]) != nil
    }
    return .array(
      known.map { number in
        let floors = errorMaps[scenarios[number]]?.json(most: errorRoom / known.count)
        return [.int(Int64(number)), floors ?? []]
      })
  }

  /// Opens a table, and notes it if there is none.
  mutating func open(_ file: String, _ columns: [String]) throws(DocumentError) -> TableStream? {
    let table = try TableStream(folder + "/" + file, columns: columns)
    if table == nil { missing.append(file) }
    return table
  }

  /// A scenario's place, as the scene has it; nil if it isn't known.
  func venue(ofScenario name: String) -> JSONValue? {
    let entry = scene?["scenarios"]?.listValue?.first { $0["name"]?.textValue == name }
    guard case .int(let number)? = entry?["venue"], let venues = scene?["venues"]?.listValue else {
      return nil
    }
    return Int(exactly: number).flatMap { venues.indices.contains($0) ? venues[$0] : nil }
  }

  /// The frame of a scenario's place; nil if it isn't known.
  func frame(ofScenario name: String) -> LocalFrame? {
    guard let origin = venue(ofScenario: name)?["origin"],
      let place = try? Geodetic(
        latitudeDegrees: origin["latitude_deg"]?.numberValue ?? .nan,
        longitudeDegrees: origin["longitude_deg"]?.numberValue ?? .nan,
        altitudeMetres: origin["altitude_m"]?.numberValue ?? .nan)
    else { return nil }
    return LocalFrame(origin: place)
  }

  /// Leaves out the tamest devices until the rest fits a page.
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
  /// The text of a string; nil for anything else.
  var textValue: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The elements of an array; nil for anything else.
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
