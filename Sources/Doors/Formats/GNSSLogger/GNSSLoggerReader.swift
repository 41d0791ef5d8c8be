import Documents
import Kernel
import Observations
import Recordings

/// Reads a log of GnssLogger row by row.
struct GNSSLoggerReader {
  typealias Remark = GNSSLoggerRecording.Remark

  /// An epoch while its rows come in.
  struct OpenEpoch {
    /// The receiver's clock, in ns since it was switched on.
    var clock: Int64
    /// GPS time as the receiver knew it at the epoch, in ns since 1980.
    var bestTime: Int64
    /// GPS time by the clock running free, in ns since 1980, and what is left of a ns.
    var freeTime: Int64
    var freeFraction: Double
    var discontinuities: Int
    var line: Int
    var measurements: [GNSSMeasurement] = []
  }

  var text: SeparatedText
  var report = ReadingReport<Remark>()
  var device = ""
  var columns: [String: GNSSLoggerColumns] = [:]
  /// The columns of all kinds of rows in a table that begins with `MessageType,`; nil in a log.
  private var table: GNSSLoggerColumns?
  var epochs: [(time: Int64, epoch: GNSSEpoch)] = []
  /// Where the epochs stand.
  private var epochLines: [Int] = []
  var open: OpenEpoch?
  /// The clock's bias as it was when the clock was last set, in ns, and what is left of a ns.
  var heldBias: (whole: Int64, fraction: Double, count: Int)?
  /// How often the clock was set anew here, beside what the receiver tells.
  var steps = 0
  var fixes: [(time: Int64, fix: LocationFix)] = []
  /// GPS time minus the time since the phone's start, in ns, by the first row that has both.
  var bootOffset: Int64?
  var sensors: [String: [GNSSLoggerSample]] = [:]

  init(bytes: [UInt8], file: String) {
    text = SeparatedText(
      bytes: bytes, file: file, layout: SeparatedText.Layout(separator: UInt8(ascii: ",")))
  }

  /// Reads all rows, and those of a table of more sensors.
  mutating func read(
    sensors: (bytes: [UInt8], file: String)? = nil
  ) throws(DocumentError) -> GNSSLoggerRecording {
    try readRows()
    close()
    report.noteGaps(
      epochs.map { SimTime(nanoseconds: $0.time) }, lines: epochLines)
    if let sensors {
      text =
        Self(bytes: try unpackedText(sensors.bytes, file: sensors.file), file: sensors.file)
        .text
      try readRows()
    }
    return try result()
  }

  private mutating func readRows() throws(DocumentError) {
    while try text.next() {
      let row = GNSSLoggerRow(text)
      if text.starts(0, with: "#") {
        readHeader(row)
        continue
      }
      if text.has(0, "MessageType") {
        table = GNSSLoggerColumns(names: (0..<row.count).map(row.text))
        continue
      }
      let kind = row.text(0)
      let columns = columns[kind] ?? table
      if let columns, text.hasMore(than: columns.count) {
        report.note(.extraFields, line: row.line)
      }
      switch kind {
      case "Raw":
        guard let columns else { throw missingHeader("Raw") }
        readRaw(row, columns)
      case "Fix":
        guard let columns else { throw missingHeader("Fix") }
        try readFix(row, columns)
      case "UncalAccel", "Accel", "UncalGyro", "Gyro", "UncalMag", "Mag":
        readSensor(row, kind, columns)
      default: break
      }
    }
  }

  private func missingHeader(_ kind: String) -> DocumentError {
    text.failure(
      "a row '\(kind)' before any row '# \(kind),…' that names its columns; "
        + "is this a log of GnssLogger?")
  }

  /// Reads a comment, which may name columns or the device.
  private mutating func readHeader(_ row: GNSSLoggerRow) {
    var first = row.text(0)
    while first.hasPrefix("#") || first.hasPrefix(" ") { first.removeFirst() }
    if first.hasPrefix("Version:") {
      let rest = (0..<row.count).map(row.text).joined(separator: ", ")
      let start = rest.firstIndex(of: ":").map { rest.index(after: $0) } ?? rest.startIndex
      device = String(rest[start...].drop { $0 == " " }.prefix(200))
    } else if row.count > 3, columns[first] == nil {
      columns[first] = GNSSLoggerColumns(names: (0..<row.count).map(row.text))
    }
  }

  private mutating func readRaw(_ row: GNSSLoggerRow, _ columns: GNSSLoggerColumns) {
    guard let clock = row.integer(columns.index(of: "TimeNanos")),
      let system = row.integer(columns.index(of: "ConstellationType")),
      let number = row.integer(columns.index(of: "Svid")),
      let state = row.integer(columns.index(of: "State")),
      let sent = row.integer(columns.index(of: "ReceivedSvTimeNanos")),
      let strength = row.number(columns.index(of: "Cn0DbHz"))
    else {
      report.note(.badRawRow, line: row.line)
      return
    }
    guard let bias = row.integer(columns.index(of: "FullBiasNanos")), bias != 0 else {
      report.note(.noClock, line: row.line)
      return
    }
    guard
      openEpoch(
        row, clock: clock, bias: bias, fraction: row.number(columns.index(of: "BiasNanos")) ?? 0,
        count: row.integer(columns.index(of: "HardwareClockDiscontinuityCount")) ?? 0)
    else { return }
    noteBootTime(row, columns)
    guard let signal = GNSSLoggerSignal(system: system, number: number, state: state) else {
      report.note(.unknownSystem, line: row.line)
      return
    }
    let carrier = row.number(columns.index(of: "CarrierFrequencyHz"))
    if let carrier, carrier > 1e9, !(1.55e9...1.62e9).contains(carrier) {
      report.note(.otherBand, line: row.line)
      return
    }
    append(row, columns, signal, sent: sent, strength: strength)
  }

  /// Opens the epoch of a row unless it is open; false, and counted, if the row can't be in order.
  private mutating func openEpoch(
    _ row: GNSSLoggerRow, clock: Int64, bias: Int64, fraction: Double, count: Int64
  ) -> Bool {
    let (best, overflow) = clock.subtractingReportingOverflow(bias)
    // From 1980 to some 190 years later; the fraction is below a ns in good logs.
    guard !overflow, (0..<6_000_000_000_000_000_000).contains(best), abs(fraction) < 1e9,
      (0..<1_000_000_000).contains(count)
    else {
      report.note(.badRawRow, line: row.line)
      return false
    }
    if let open, open.clock == clock, open.discontinuities == Int(count) + steps { return true }
    close()
    if let held = heldBias {
      let drift = clock &- held.whole &- best
      if held.count != Int(count) {
        heldBias = (bias, fraction, Int(count))
      } else if drift.magnitude > 1_000_000 {
        report.note(.clockStep, line: row.line)
        steps += 1
        heldBias = (bias, fraction, Int(count))
      }
    } else {
      heldBias = (bias, fraction, Int(count))
    }
    let held = heldBias ?? (bias, fraction, Int(count))
    open = OpenEpoch(
      clock: clock, bestTime: best, freeTime: clock &- held.whole, freeFraction: -held.fraction,
      discontinuities: Int(count) + steps, line: row.line)
    return true
  }

  /// Makes a measurement of a row and adds it to the open epoch, or counts why not.
  private mutating func append(
    _ row: GNSSLoggerRow, _ columns: GNSSLoggerColumns, _ signal: GNSSLoggerSignal, sent: Int64,
    strength: Double
  ) {
    guard let epoch = open else { return }
    let period: Int64
    switch signal.knowledge {
    case .nothing:
      report.note(.noCodeLock, line: row.line)
      return
    case .ambiguous:
      report.note(.ambiguous, line: row.line)
      return
    case .modulo(let nanoseconds): period = nanoseconds
    }
    let leapSeconds =
      row.integer(columns.index(of: "LeapSecond")).flatMap { (0...60).contains($0) ? Int($0) : nil }
      ?? LeapSeconds.offset(at: gpsTime(nanoseconds: epoch.freeTime))
    let whole = signal.travel(
      received: epoch.freeTime, sent: sent, period: period, leapSeconds: leapSeconds)
    let offset = row.number(columns.index(of: "TimeOffsetNanos")) ?? 0
    let range =
      (Double(whole) + epoch.freeFraction + offset) * 1e-9 * KeplerEphemeris.speedOfLight
    // Nearer than half a way to the satellites, or farther than to the Moon: no signal.
    guard (1e7...1.5e8).contains(range), (0...99).contains(strength) else {
      report.note(.impossibleRange, line: row.line)
      return
    }
    guard !epoch.measurements.contains(where: { $0.satellite == signal.satellite }) else {
      report.note(.duplicate, line: row.line)
      return
    }
    let measurement = measurement(row, columns, signal, range: range, strength: strength)
    open?.measurements.append(measurement)
  }

  private func measurement(
    _ row: GNSSLoggerRow, _ columns: GNSSLoggerColumns, _ signal: GNSSLoggerSignal, range: Double,
    strength: Double
  ) -> GNSSMeasurement {
    /// A standard deviation; what isn't told, or beyond sense as in "3.4e38", is infinite.
    func sigma(_ name: String, scale: Double = 1) -> Double {
      guard let value = row.number(columns.index(of: name)), value >= 0, value < 1e30 else {
        return .infinity
      }
      return value * scale
    }
    let rate = row.number(columns.index(of: "PseudorangeRateMetersPerSecond"))
    let delta = row.number(columns.index(of: "AccumulatedDeltaRangeMeters"))
    let deltaState = row.integer(columns.index(of: "AccumulatedDeltaRangeState")) ?? 0
    return GNSSMeasurement(
      satellite: signal.satellite,
      carrierFrequencyHertz: signal.carrier(
        told: row.number(columns.index(of: "CarrierFrequencyHz"))),
      pseudorangeMetres: range,
      pseudorangeSigmaMetres: sigma(
        "ReceivedSvTimeUncertaintyNanos", scale: 1e-9 * KeplerEphemeris.speedOfLight),
      pseudorangeRateMetresPerSecond: rate ?? 0,
      pseudorangeRateSigmaMetresPerSecond: rate == nil
        ? .infinity : sigma("PseudorangeRateUncertaintyMetersPerSecond"),
      accumulatedDeltaRangeMetres: delta ?? 0,
      accumulatedDeltaRangeSigmaMetres: sigma("AccumulatedDeltaRangeUncertaintyMeters"),
      accumulatedDeltaRangeState: delta == nil
        ? [] : DeltaRangeState(rawValue: UInt32(truncatingIfNeeded: deltaState)),
      carrierToNoiseDecibelHertz: strength, state: signal.trackingState)
  }

  /// Takes the open epoch into the result.
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

  /// The moment so many ns after 1980-01-06.
  func gpsTime(nanoseconds: Int64) -> GPSTime {
    let week = nanoseconds / GNSSLoggerSignal.week
    return GPSTime(
      week: Int(week), secondsOfWeek: Double(nanoseconds - week * GNSSLoggerSignal.week) * 1e-9)
  }
}
