import Documents
import Kernel
import Observations
import Recordings

/// The rows of a motion sensor, by the file's own clock in ns.
struct InertialRows {
  struct Row {
    var nanoseconds: Int64
    var x: Float
    var y: Float
    var z: Float
    /// Line number in the file.
    var line: Int32
  }

  /// Quantity of the rows; determines the valid range and the unit test.
  enum InertialQuantity: String {
    /// Specific force with gravity, in m/s².
    case specificForce = "mps2"
    /// Acceleration without gravity, in m/s².
    case linearAcceleration
    /// In rad/s.
    case rotationRate = "radps"
    /// In µT.
    case fluxDensity = "ut"
    /// Any other quantity, in any unit.
    case other = ""

    /// Recording column of each axis; empty for other quantities.
    var axes: [String] {
      switch self {
      case .other: []
      case .linearAcceleration: Self.specificForce.axes
      default: ["x_", "y_", "z_"].map { $0 + rawValue }
      }
    }
  }

  /// Values beyond this are invalid in any unit.
  static let limit = 1e6
  /// First row beyond the limit.
  private var absurd: (value: Double, line: Int)?
  /// First row that steps back by more than the max disorder.
  private var leap: (seconds: Double, line: Int)?
  /// A larger step back is a clock reset and not a disorder of rows.
  private static let longestDisorder = SimDuration.hours(30 * 24)

  /// In file order until sorted.
  private(set) var rows: [Row] = []

  mutating func reserve(_ count: Int) { rows.reserveCapacity(count) }

  /// Adds a row; returns false for values that are not finite or beyond the limit.
  mutating func append(
    _ nanoseconds: Int64, _ x: Double, _ y: Double, _ z: Double, line: Int
  ) -> Bool {
    // NaN fails the comparison too.
    guard abs(x) < Self.limit, abs(y) < Self.limit, abs(z) < Self.limit else {
      if absurd == nil, let value = [x, y, z].first(where: { abs($0) >= Self.limit }) {
        absurd = (value, line)
      }
      return false
    }
    rows.append(
      Row(
        nanoseconds: nanoseconds, x: Float(x), y: Float(y), z: Float(z),
        line: Int32(truncatingIfNeeded: line)))
    return true
  }

  /// Sorts the rows by time and keeps the first of equal times; counts both.
  ///
  /// Counts gaps longer than `longest`; they remain in the times.
  ///
  /// - Parameters:
  ///   - report: Receives the counts.
  ///   - longest: Longest interval that isn't a gap.
  mutating func flush<Warning: SeriesWarning>(
    _ report: inout ReadingReport<Warning>, longest: SimDuration = .seconds(0.5)
  ) {
    var newest = Int64.min
    for row in rows {
      if row.nanoseconds < newest {
        report.note(.disorder, line: Int(row.line))
        let back = SimTime(nanoseconds: newest) - SimTime(nanoseconds: row.nanoseconds)
        if leap == nil, back > Self.longestDisorder { leap = (back.seconds, Int(row.line)) }
      }
      newest = max(newest, row.nanoseconds)
    }
    rows = inOrderOfTime(rows, \.nanoseconds)
    var kept = 0
    for index in rows.indices {
      let row = rows[index]
      if kept > 0 {
        let last = rows[kept - 1].nanoseconds
        guard row.nanoseconds > last else {
          report.note(.repeated, line: Int(row.line))
          continue
        }
        if SimTime(nanoseconds: row.nanoseconds) - SimTime(nanoseconds: last) > longest {
          report.note(.gap, line: Int(row.line))
        }
      }
      rows[kept] = row
      kept += 1
    }
    rows.removeSubrange(kept...)
  }

  /// Rejects rows whose clock or unit does not match the format.
  ///
  /// Phone sensors run at 1 to 1,000 Hz. In any activity, the median specific force of a phone is between
  /// 4 and 30 m/s² (medians of the public recordings are between 8 and 13).
  ///
  /// - Parameters:
  ///   - quantity: Quantity of the rows.
  ///   - file: File name in messages.
  ///   - isBroken: True if rows of the format can be damaged in transit, so that invalid values were
  ///     skipped and counted and not rejected.
  /// - Throws: The first such row, with its line.
  func check(
    _ quantity: InertialQuantity, file: String, isBroken: Bool = false
  ) throws(DocumentError) {
    if !isBroken { try checkValues(quantity, file: file) }
    guard rows.count >= 50 else { return }
    let place = SourcePosition(file: file, line: Int(rows[0].line), column: 1)
    // About two thousand rows are enough for a median.
    let step = max(1, rows.count / 2000)
    let indices = Array(stride(from: 1, to: rows.count, by: step))
    let intervals = indices.map {
      SimTime(nanoseconds: rows[$0].nanoseconds) - SimTime(nanoseconds: rows[$0 - 1].nanoseconds)
    }
    let interval = (intervals.middle() ?? .zero).seconds
    guard (1e-4...10).contains(interval) else {
      throw DocumentError(
        "the rows are mostly \(interval) s apart; their times are not in the format's unit",
        at: place)
    }
    guard quantity == .specificForce else { return }
    let forces = indices.map { index in
      let row = rows[index]
      return (row.x * row.x + row.y * row.y + row.z * row.z).squareRoot()
    }
    let median = forces.middle() ?? 0
    guard (4...30).contains(median) else {
      throw DocumentError(
        "half of the accelerations are below \(median) m/s², where gravity alone is 9.8; "
          + "they are in another unit or lack gravity", at: place)
    }
    try checkStretches(forces, of: indices, interval: interval * Double(step), file: file)
  }

  /// Rejects values beyond any sensor's range, and clock resets.
  private func checkValues(_ quantity: InertialQuantity, file: String) throws(DocumentError) {
    if let leap {
      throw DocumentError(
        "the time goes back by \(leap.seconds) s, but only up to \(Self.longestDisorder.seconds) s "
          + "is allowed", at: SourcePosition(file: file, line: leap.line, column: 1))
    }
    if let absurd {
      throw DocumentError(
        "\(absurd.value) is invalid; a sensor value must be below \(Self.limit) in magnitude",
        at: SourcePosition(file: file, line: absurd.line, column: 1))
    }
    let axes = quantity.axes
    guard !axes.isEmpty else { return }
    let limit = Float(InvalidValue.range(of: axes[0]).upperBound)
    for row in rows {
      if abs(row.x) <= limit, abs(row.y) <= limit, abs(row.z) <= limit { continue }
      for (axis, value) in zip(axes, [row.x, row.y, row.z]) {
        guard let fault = InvalidValue(axis, Double(value)) else { continue }
        throw fault.error(
          at: SourcePosition(file: file, line: Int(row.line), column: 1), file: file,
          time: simTime(row.nanoseconds, since: rows[0].nanoseconds))
      }
    }
  }

  /// Rejects a change of unit within a file: a stretch of two seconds or more near 1, in g; no free fall
  /// lasts so long that half of it is near 1 m/s².
  private func checkStretches(
    _ forces: [Float], of indices: [Int], interval: Double, file: String
  ) throws(DocumentError) {
    let width = max(50, Int(2 / interval))
    guard forces.count >= width else { return }
    for start in stride(from: 0, through: forces.count - width, by: width) {
      let median = forces[start..<start + width].middle()
      guard let median, (0.8...1.25).contains(median) else { continue }
      throw DocumentError(
        "the accelerations near this row are in g, others in m/s²; convert them to one unit",
        at: SourcePosition(file: file, line: Int(rows[indices[start]].line), column: 1))
    }
  }

  /// The rows as samples, with times since an origin.
  func samples(since origin: Int64) -> [InertialSample] {
    rows.map { row in
      InertialSample(
        time: simTime(row.nanoseconds, since: origin), x: row.x, y: row.y, z: row.z)
    }
  }
}
