import Devices
public import Documents
public import Harness
public import Kernel
public import Observations
public import Recordings
import Scoring
import Truth

/// The reported locations of the devices of a run, to choose one of them.
public struct ReportedLocations: Sendable {
  /// A device under a seed.
  public struct Key: Hashable, Sendable {
    public var scenario, device: String
    public var seed: UInt64

    public init(scenario: String, seed: UInt64, device: String) {
      (self.scenario, self.seed, self.device) = (scenario, seed, device)
    }
  }

  /// A reported location.
  public struct Row: Hashable, Sendable {
    /// The time of the report.
    public var time: SimTime
    public var coordinate: Coordinate
    /// In m; not-a-number if unknown.
    public var error: Double
    /// The app that received it; nil if unknown.
    public var app: String?

    /// True for the same location, to the eight decimals of a table.
    public func isSame(as other: Row) -> Bool {
      time == other.time
        && abs(coordinate.latitudeDegrees - other.coordinate.latitudeDegrees) < 1e-8
        && abs(coordinate.longitudeDegrees - other.coordinate.longitudeDegrees) < 1e-8
    }
  }

  /// A filter of devices; nil for any value.
  public struct Filter: Sendable {
    public var scenario, device: String?
    public var seed: UInt64?

    public init(scenario: String? = nil, seed: UInt64? = nil, device: String? = nil) {
      (self.scenario, self.seed, self.device) = (scenario, seed, device)
    }
  }

  /// The location of a question.
  public struct Choice: Hashable, Sendable {
    public var key: Key
    public var row: Row
    /// The reason for this device, if the question left a choice; empty otherwise.
    public var reason: String
  }

  private var keys: [Key] = []
  private var rows: [Key: [Row]] = [:]

  /// Reads `fixes.csv` of a run's folder.
  ///
  /// - Throws: An error of the table, or a name that matches no device.
  public init(folder: String, _ filter: Filter) throws(DocumentError) {
    try TableChecksum.check(folder, ["fixes.csv"])
    var csv = try CSVReader(path: folder + "/fixes.csv")
    func column(_ name: String) throws(DocumentError) -> Int {
      guard let index = csv.columns.firstIndex(of: name) else {
        throw DocumentError("no column '\(name)' in '\(csv.file)'")
      }
      return index
    }
    let (scenario, seed) = (try column("scenario"), try column("seed"))
    let (device, time) = (try column("device"), try column("told_s"))
    let (latitude, longitude) = (try column("latitude_deg"), try column("longitude_deg"))
    let error = try column("horizontal_error_m")
    var names = (scenarios: Set<String>(), seeds: Set<UInt64>(), devices: Set<String>())
    while try csv.nextRow() {
      let key = Key(
        scenario: csv.text(at: scenario),
        seed: csv.integer(at: seed).flatMap { UInt64(exactly: $0) } ?? 0,
        device: csv.text(at: device))
      names.scenarios.insert(key.scenario)
      names.seeds.insert(key.seed)
      names.devices.insert(key.device)
      guard filter.includes(key), let nanoseconds = csv.nanoseconds(at: time) else { continue }
      add(
        Row(
          time: SimTime(nanoseconds: nanoseconds),
          coordinate: Coordinate(
            latitudeDegrees: csv.number(at: latitude) ?? .nan,
            longitudeDegrees: csv.number(at: longitude) ?? .nan),
          error: csv.number(at: error) ?? .nan), to: key)
    }
    if keys.isEmpty { throw filter.mismatch(names.scenarios, names.seeds, names.devices) }
  }

  /// Reads the locations from the outputs in a recording.
  public init(outputsOf recording: Recording, _ key: Key) {
    for output in recording.outputs { add(output, to: key, nil) }
  }

  /// Replays a device to its end.
  ///
  /// - Throws: ``Cancelled``, a failure of the stack, or an error if it reports no location.
  public init(
    of device: ReplayableDevice, _ key: Key, cancellation: CancellationToken? = nil
  ) throws {
    var replay = try device.begin()
    try replay.run(until: device.recording.header.endTime, cancellation: cancellation)
    if let failure = replay.failure { throw failure }
    let truth = device.truth()
    for output in replay.outputs { add(output, to: key, truth) }
    if keys.isEmpty {
      throw DocumentError(
        "the stack reported no location of '\(key.device)': the recording has too few inputs for "
          + "positions, or the stack uses none of them")
    }
  }

  private mutating func add(
    _ output: Delivered<Output>, to key: Key, _ truth: ((SimTime) -> TruthSample)?
  ) {
    guard case .location(let fix) = output.item else { return }
    let error = truth.map { $0(output.time) }.flatMap {
      $0.known.contains(.position)
        ? GroundOffset(from: $0.coordinate, to: fix.coordinate)?.distance : nil
    }
    add(
      Row(
        time: output.time, coordinate: fix.coordinate, error: error ?? .nan, app: output.app),
      to: key)
  }

  private mutating func add(_ row: Row, to key: Key) {
    if rows[key] == nil { keys.append(key) }
    rows[key, default: []].append(row)
  }

  /// Returns the app that received a location; nil if it isn't among these.
  public func app(of row: Row) -> String? {
    keys.lazy.compactMap { rows[$0]?.first { $0.isSame(as: row) }?.app }.first
  }

  /// The median error of a device, in m; nil if unknown.
  public func medianError(of key: Key) -> Double? {
    median((rows[key] ?? []).map(\.error).filter { !$0.isNaN })
  }

  /// Returns the location of a question: the nearest to a time, one by its number, or the worst.
  ///
  /// Of several devices, the one with the largest error.
  ///
  /// - Throws: A time outside the run, or a number beyond the last location.
  public func choice(time: SimTime?, number: Int?) throws(DocumentError) -> Choice {
    var found: [(key: Key, row: Row)] = []
    for key in keys {
      let rows = rows[key] ?? []
      if let time {
        guard let row = rows.min(by: { distance($0, time) < distance($1, time) }) else { continue }
        if distance(row, time) <= Self.nearby { found.append((key, row)) }
      } else if let number {
        if number <= rows.count { found.append((key, rows[number - 1])) }
      } else if let row = rows.filter({ !$0.error.isNaN }).max(by: { $0.error < $1.error }) {
        found.append((key, row))
      }
    }
    guard let worst = found.max(by: { $0.row.error.orZero < $1.row.error.orZero }) else {
      throw nothing(at: time, number)
    }
    // The first of equals.
    let best = found.first { $0.row.error.orZero == worst.row.error.orZero } ?? worst
    let reason =
      keys.count > 1
      ? "the largest error of \(keys.count) devices and seeds; --seed and --device choose another"
      : ""
    return Choice(key: best.key, row: best.row, reason: reason)
  }

  /// The largest distance in time of the location of a question.
  private static let nearby = SimDuration.seconds(60)

  private func distance(_ row: Row, _ time: SimTime) -> SimDuration {
    row.time > time ? row.time - time : time - row.time
  }

  private func nothing(at time: SimTime?, _ number: Int?) -> DocumentError {
    let all = rows.values.flatMap { [$0.first, $0.last].compactMap { $0?.time } }
    let (first, last) = (all.min() ?? .start, all.max() ?? .start)
    let span = "they were reported from \(first.brief) to \(last.brief)"
    if let time { return DocumentError("no location within a minute of \(time.brief): \(span)") }
    if let number {
      let most = rows.values.map(\.count).max() ?? 0
      return DocumentError("there is no location number \(number): there are \(most)")
    }
    return DocumentError(
      "the true position is unknown, so no moment is the worst: give one, such as "
        + "location@\(first.brief); \(span)")
  }
}

extension ReportedLocations.Filter {
  fileprivate func includes(_ key: ReportedLocations.Key) -> Bool {
    (scenario ?? key.scenario) == key.scenario && (seed ?? key.seed) == key.seed
      && (device ?? key.device) == key.device
  }

  /// The error of a filter that includes none of the devices.
  fileprivate func mismatch(
    _ scenarios: Set<String>, _ seeds: Set<UInt64>, _ devices: Set<String>
  ) -> DocumentError {
    func list(_ names: [String]) -> String {
      names.prefix(8).joined(separator: ", ") + (names.count > 8 ? " and more" : "")
    }
    if let device, !devices.isEmpty, !devices.contains(device) {
      return DocumentError(
        "no device '\(device)' has locations: there are \(list(devices.sorted()))",
        suggestion: nearestName(to: device, among: devices.sorted()))
    }
    if let seed, !seeds.isEmpty, !seeds.contains(seed) {
      return DocumentError(
        "the run has no seed \(seed): there are \(list(seeds.sorted().map { "\($0)" }))")
    }
    if let scenario, !scenarios.isEmpty, !scenarios.contains(scenario) {
      return DocumentError(
        "the run has no scenario '\(scenario)': there are \(list(scenarios.sorted()))",
        suggestion: nearestName(to: scenario, among: scenarios.sorted()))
    }
    return DocumentError("no location was reported in this run")
  }
}

extension Double {
  /// Zero in place of not-a-number.
  fileprivate var orZero: Double { isNaN ? 0 : self }
}
