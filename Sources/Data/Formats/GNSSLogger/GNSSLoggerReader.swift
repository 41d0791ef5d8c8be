import Documents
import Kernel
import Observations
import Recordings

/// Reads a GnssLogger log row by row.
struct GNSSLoggerReader {
  typealias Warning = GNSSLoggerRecording.Warning

  /// The epoch under construction.
  struct OpenEpoch {
    /// The receiver's clock, in ns since power-on.
    var clock: Int64
    /// The receiver's GPS time at the epoch, in ns since 1980.
    var bestTime: Int64
    /// GPS time by the free-running clock, in ns since 1980, and its fraction of a ns.
    var freeTime: Int64
    var freeFraction: Double
    var discontinuities: Int
    var line: Int
    var measurements: [GNSSMeasurement] = []
    /// GPS time minus UTC, in s, from the table; nil until first used.
    var leapSeconds: Int?
  }

  var text: SeparatedText
  var report = ReadingReport<Warning>()
  var device = ""
  var columns: [String: GNSSLoggerColumns] = [:]
  /// Columns of all row kinds in a table that begins with `MessageType,`; nil for a log.
  private var table: GNSSLoggerColumns?
  /// The row kinds seen so far, with their names.
  private var kinds: [(name: [UInt8], kind: GNSSLoggerKind?, columns: GNSSLoggerColumns?)] = []
  var epochs: [(time: Int64, epoch: GNSSEpoch)] = []
  /// Line numbers of the epochs.
  private var epochLines: [Int] = []
  var open: OpenEpoch?
  /// The clock bias when the clock was last set, in ns, and its fraction of a ns.
  var heldBias: (whole: Int64, fraction: Double, count: Int)?
  /// Number of clock steps detected here, in addition to the receiver's own count.
  var steps = 0
  var fixes: [(time: Int64, fix: LocationFix)] = []
  /// GPS time minus time since boot, in ns, from the first row that has both.
  var bootOffset: Int64?
  /// Motion sensor rows, indexed by raw value of the kind.
  var sensors: [[GNSSLoggerSample]] = Array(repeating: [], count: GNSSLoggerKind.allCases.count)

  init(_ text: ByteWindow, file: String) {
    self.text = SeparatedText(
      text, file: file, layout: SeparatedText.Layout(separator: UInt8(ascii: ",")))
  }

  /// Reads all rows, and those of an optional table of motion sensors.
  mutating func read(
    sensors: (text: ByteWindow, file: String)? = nil
  ) throws(DocumentError) -> GNSSLoggerRecording {
    try readRows()
    close()
    report.noteGaps(
      epochs.map { SimTime(nanoseconds: $0.time) }, lines: epochLines)
    if let sensors {
      text =
        Self(try unpackedText(sensors.text, file: sensors.file), file: sensors.file)
        .text
      try readRows()
    }
    return try result()
  }

  private mutating func readRows() throws(DocumentError) {
    while try text.next() {
      let known = knownKind
      if known == nil {
        if text.starts(0, with: "#") {
          readHeader()
          continue
        }
        if text.has(0, "MessageType") {
          table = GNSSLoggerColumns(names: (0..<text.count).map(text.trimmedText))
          kinds = []
          continue
        }
      }
      let (kind, columns) = known.map { (kinds[$0].kind, kinds[$0].columns) } ?? learnKind()
      if let columns, text.hasMore(than: columns.count) {
        report.note(.extraFields, line: text.line)
      }
      switch kind {
      case .raw:
        guard let columns else { throw missingHeader("Raw") }
        readRaw(columns)
      case .fix:
        guard let columns else { throw missingHeader("Fix") }
        try readFix(columns)
      case .some(let sensor): readSensor(sensor, columns)
      case nil: break
      }
    }
  }

  /// Index of the current row's kind in `kinds`.
  private var knownKind: Int? {
    for index in kinds.indices where text.has(0, kinds[index].name) { return index }
    return nil
  }

  /// Looks up the current row's kind and columns, and caches them by row name.
  private mutating func learnKind() -> (GNSSLoggerKind?, GNSSLoggerColumns?) {
    let name = text.trimmedText(0)
    let (kind, columns) = (GNSSLoggerKind(name: name), columns[name] ?? table)
    // A log has about a dozen kinds; uncached ones are looked up again.
    if kinds.count < 32, let field = text.fields.all.first {
      kinds.append((Array(text.bytes[field.start..<field.end]), kind, columns))
    }
    return (kind, columns)
  }

  private func missingHeader(_ kind: String) -> DocumentError {
    text.failure(
      "a row '\(kind)' before any row '# \(kind),…' that names its columns; "
        + "is this a log of GnssLogger?")
  }

  /// Reads a comment line, which may name columns or the device.
  private mutating func readHeader() {
    var first = text.trimmedText(0)
    while first.hasPrefix("#") || first.hasPrefix(" ") { first.removeFirst() }
    if first.hasPrefix("Version:") {
      let rest = (0..<text.count).map(text.trimmedText).joined(separator: ", ")
      let start = rest.firstIndex(of: ":").map { rest.index(after: $0) } ?? rest.startIndex
      device = String(rest[start...].drop { $0 == " " }.prefix(200))
    } else if text.count > 3, columns[first] == nil {
      columns[first] = GNSSLoggerColumns(names: (0..<text.count).map(text.trimmedText))
      kinds = []
    }
  }

  private mutating func readRaw(_ columns: GNSSLoggerColumns) {
    guard let clock = text.roundInteger(columns.index(of: .timeNanos)),
      let system = text.roundInteger(columns.index(of: .constellation)),
      let number = text.roundInteger(columns.index(of: .number)),
      let state = text.roundInteger(columns.index(of: .state)),
      let sent = text.roundInteger(columns.index(of: .sent)),
      let strength = text.finiteNumber(columns.index(of: .strength))
    else {
      report.note(.badRawRow, line: text.line)
      return
    }
    guard let bias = text.roundInteger(columns.index(of: .fullBias)), bias != 0 else {
      report.note(.noClock, line: text.line)
      return
    }
    guard
      openEpoch(
        clock: clock, bias: bias, fraction: text.finiteNumber(columns.index(of: .bias)) ?? 0,
        count: text.roundInteger(columns.index(of: .discontinuities)) ?? 0)
    else { return }
    noteBootTime(columns)
    guard let signal = GNSSLoggerSignal(system: system, number: number, state: state) else {
      report.note(.unknownSystem, line: text.line)
      return
    }
    let carrier = text.finiteNumber(columns.index(of: .carrier))
    if let carrier, carrier > 1e9, !(1.55e9...1.62e9).contains(carrier) {
      report.note(.otherBand, line: text.line)
      return
    }
    append(columns, signal, sent: sent, strength: strength)
  }

  /// Opens the row's epoch unless it is open; counts the row and returns false if its clock is invalid.
  private mutating func openEpoch(
    clock: Int64, bias: Int64, fraction: Double, count: Int64
  ) -> Bool {
    let (best, overflow) = clock.subtractingReportingOverflow(bias)
    // From 1980 to about 190 years later; the fraction is below 1 ns in good logs.
    guard !overflow, (0..<6_000_000_000_000_000_000).contains(best), abs(fraction) < 1e9,
      (0..<1_000_000_000).contains(count)
    else {
      report.note(.badRawRow, line: text.line)
      return false
    }
    if let open, open.clock == clock, open.discontinuities == Int(count) + steps { return true }
    close()
    if let held = heldBias {
      let drift = clock &- held.whole &- best
      if held.count != Int(count) {
        heldBias = (bias, fraction, Int(count))
      } else if drift.magnitude > 1_000_000 {
        report.note(.clockStep, line: text.line)
        steps += 1
        heldBias = (bias, fraction, Int(count))
      }
    } else {
      heldBias = (bias, fraction, Int(count))
    }
    let held = heldBias ?? (bias, fraction, Int(count))
    open = OpenEpoch(
      clock: clock, bestTime: best, freeTime: clock &- held.whole, freeFraction: -held.fraction,
      discontinuities: Int(count) + steps, line: text.line)
    return true
  }

  /// Converts a row to a measurement in the open epoch, or counts the reason to skip it.
  private mutating func append(
    _ columns: GNSSLoggerColumns, _ signal: GNSSLoggerSignal, sent: Int64,
    strength: Double
  ) {
    guard let freeTime = open?.freeTime, let freeFraction = open?.freeFraction else { return }
    let period: Int64
    switch signal.knowledge {
    case .nothing:
      report.note(.noCodeLock, line: text.line)
      return
    case .ambiguous:
      report.note(.ambiguous, line: text.line)
      return
    case .modulo(let nanoseconds): period = nanoseconds
    }
    let reported = text.roundInteger(columns.index(of: .leapSecond))
    let leapSeconds =
      reported.flatMap { (0...60).contains($0) ? Int($0) : nil } ?? leapSecondsOfEpoch()
    let whole = signal.travel(
      received: freeTime, sent: sent, period: period, leapSeconds: leapSeconds)
    let offset = text.finiteNumber(columns.index(of: .timeOffset)) ?? 0
    let range = (Double(whole) + freeFraction + offset) * 1e-9 * KeplerEphemeris.speedOfLight
    // Below half the distance to the satellites, or beyond the Moon, the range is invalid.
    guard (1e7...1.5e8).contains(range), (0...99).contains(strength) else {
      report.note(.invalidRange, line: text.line)
      return
    }
    guard open?.measurements.contains(where: { $0.satellite == signal.satellite }) == false else {
      report.note(.duplicate, line: text.line)
      return
    }
    let measurement = measurement(columns, signal, range: range, strength: strength)
    open?.measurements.append(measurement)
  }

  /// GPS time minus UTC at the open epoch, in s, looked up once per epoch.
  private mutating func leapSecondsOfEpoch() -> Int {
    if let known = open?.leapSeconds { return known }
    let found = LeapSeconds.offset(at: gpsTime(nanoseconds: open?.freeTime ?? 0))
    open?.leapSeconds = found
    return found
  }

  private func measurement(
    _ columns: GNSSLoggerColumns, _ signal: GNSSLoggerSignal, range: Double,
    strength: Double
  ) -> GNSSMeasurement {
    /// A standard deviation; infinite if missing or absurd, such as "3.4e38".
    func sigma(_ column: GNSSLoggerColumn, scale: Double = 1) -> Double {
      guard let value = text.finiteNumber(columns.index(of: column)), value >= 0, value < 1e30
      else { return .infinity }
      return value * scale
    }
    let rate = text.finiteNumber(columns.index(of: .rate))
    let delta = text.finiteNumber(columns.index(of: .delta))
    let deltaState = text.roundInteger(columns.index(of: .deltaState)) ?? 0
    return GNSSMeasurement(
      satellite: signal.satellite,
      carrierFrequencyHertz: signal.carrier(
        reported: text.finiteNumber(columns.index(of: .carrier))),
      pseudorangeMetres: range,
      pseudorangeSigmaMetres: sigma(
        .sentSigma, scale: 1e-9 * KeplerEphemeris.speedOfLight),
      pseudorangeRateMetresPerSecond: rate ?? 0,
      pseudorangeRateSigmaMetresPerSecond: rate == nil
        ? .infinity : sigma(.rateSigma),
      accumulatedDeltaRangeMetres: delta ?? 0,
      accumulatedDeltaRangeSigmaMetres: sigma(.deltaSigma),
      accumulatedDeltaRangeState: delta == nil
        ? [] : DeltaRangeState(rawValue: UInt32(truncatingIfNeeded: deltaState)),
      carrierToNoiseDecibelHertz: strength, state: signal.trackingState)
  }

  /// Appends the open epoch to the result.
  private mutating func close() {
    guard let epoch = open else { return }
    open = nil
    if let last = epochs.last?.time, epoch.bestTime <= last {
      report.note(epoch.bestTime < last ? .disorder : .repeated, line: epoch.line)
      return
    }
    epochLines.append(epoch.line)
    let seconds = epoch.freeTime % GNSSLoggerSignal.week
    let received = GPSTime(
      week: Int(epoch.freeTime / GNSSLoggerSignal.week),
      secondsOfWeek: Double(seconds) * 1e-9 + epoch.freeFraction * 1e-9)
    epochs.append(
      (
        epoch.bestTime,
        GNSSEpoch(
          time: .start, gpsWeek: received.week, secondsOfWeek: received.secondsOfWeek,
          clockDiscontinuityCount: epoch.discontinuities, measurements: epoch.measurements)
      ))
  }

  /// Converts ns since 1980-01-06 to GPS time.
  func gpsTime(nanoseconds: Int64) -> GPSTime {
    let week = nanoseconds / GNSSLoggerSignal.week
    return GPSTime(
      week: Int(week), secondsOfWeek: Double(nanoseconds - week * GNSSLoggerSignal.week) * 1e-9)
  }
}
