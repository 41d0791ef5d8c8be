public import Documents
import Kernel

/// A walk, climb, run or rest of somebody with an iPhone 6s in the front trouser pocket: a
/// DeviceMotion file of MotionSense (Malekzadeh, Clegg, Cavallaro and Haddadi, "Mobile Sensor Data
/// Anonymization", IoTDI 2019; github mmalekzadeh/motion-sense, MIT licence).
///
/// A table with a header: row number, attitude (roll, pitch, yaw), gravity.x/y/z in g,
/// rotationRate.x/y/z in rad/s, userAcceleration.x/y/z in g. Columns are found by name; the
/// attitude isn't used. There are no times: row n was taken at n/50 s.
///
/// Apple's `gravity` points down, and `gravity + userAcceleration` is what its accelerometer reads:
/// lying face up, -1 on z. Specific force is the opposite, so that `accelerometer = -(gravity +
/// userAcceleration) · 9.80665 m/s²`. The files bear it out: at rest the yaw grows by `rotationRate
/// · -gravity`, and in walks and runs `userAcceleration · gravity` has its sharp peaks, of the
/// heels' strikes, on the positive side.
///
/// Mended and counted: rows out of order, rows whose number stands twice, rows without a value or
/// with `nan`, gaps in the numbers. Refused, with the line: text where a number belongs, a missing
/// column, accelerations that aren't in g.
public struct MotionSense: Hashable, Sendable {
  /// What was left out of a file, or mended.
  public enum Remark: String, CaseIterable, Hashable, Sendable {
    case incomplete = "rows without a value"
    case disorder = "rows with a smaller number than one before"
    case repeated = "rows whose number stands twice"
    case gap = "gaps of more than 0.5 s"
  }

  /// How many rows one second has.
  public static let rowsPerSecond = 50.0
  /// The standard acceleration of gravity, in m/s² (CGPM 1901).
  static let standardGravity = 9.80665

  /// The number of the first row.
  public var firstRow: Int
  /// Specific force in the phone's axes, in m/s².
  public var accelerometer: [InertialSample]
  /// Rotation rate in the phone's axes, in rad/s.
  public var gyroscope: [InertialSample]
  /// What was left out or mended.
  public var report: ReadingReport<Remark>

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: Its content, gzipped or not.
  ///   - file: Its name in messages.
  /// - Returns: The readings.
  /// - Throws: What is wrong, and where.
  public static func read(_ bytes: [UInt8], file: String) throws(DocumentError) -> MotionSense {
    var text = SeparatedText(
      bytes: try unpackedText(bytes, file: file), file: file,
      layout: SeparatedText.Layout(separator: UInt8(ascii: ",")))
    guard text.next() else { throw text.failure("an empty file, where a header was expected") }
    let columns = try Columns(text)
    var report = ReadingReport<Remark>()
    var (forces, rates) = (InertialRows(), InertialRows())
    var count: Int64 = 0
    while text.next() {
      let number = try columns.number(text, expected: count)
      count += 1
      guard let values = try columns.values(text) else {
        report.note(.incomplete, line: text.line)
        continue
      }
      let (gravity, rate, user) = values
      let force = (gravity + user) * -standardGravity
      let time = number * (1_000_000_000 / Int64(rowsPerSecond))
      guard forces.append(time, force.x, force.y, force.z, line: text.line),
        rates.append(time, rate.x, rate.y, rate.z, line: text.line)
      else { throw text.failure("a value that no sensor gives") }
    }
    forces.settle(&report, disorder: .disorder, repeated: .repeated, gap: .gap)
    // The same rows again, so what is noted here has been noted.
    var unused = ReadingReport<Remark>()
    rates.settle(&unused, disorder: .disorder, repeated: .repeated, gap: .gap)
    guard let first = forces.rows.first?.nanoseconds else {
      throw DocumentError("\(file): no row with all values in the file")
    }
    try forces.check(.specificForce, file: file)
    return MotionSense(
      firstRow: Int(first / (1_000_000_000 / Int64(rowsPerSecond))),
      accelerometer: forces.samples(since: first), gyroscope: rates.samples(since: first),
      report: report)
  }
}

extension MotionSense {
  /// Where the columns stand.
  private struct Columns {
    /// Of the rows' numbers, which have no name; nil if there are none.
    var number: Int?
    var vectors: [Int] = []

    /// Finds the columns in the header.
    init(_ text: SeparatedText) throws(DocumentError) {
      let names = (0..<text.count).map(text.text)
      number = names.firstIndex(of: "")
      for name in ["gravity", "rotationRate", "userAcceleration"] {
        for axis in ["x", "y", "z"] {
          guard let index = names.firstIndex(of: "\(name).\(axis)") else {
            throw text.failure("there is no column '\(name).\(axis)'")
          }
          vectors.append(index)
        }
      }
    }

    /// The current row's number.
    func number(_ text: SeparatedText, expected: Int64) throws(DocumentError) -> Int64 {
      guard let number else { return expected }
      guard let value = text.integer(number), (0...1_000_000_000).contains(value) else {
        throw text.failure("the row's number belongs here", field: number)
      }
      return value
    }

    /// Gravity, rotation rate and user's acceleration of the current row; nil if a value is
    /// missing.
    func values(
      _ text: SeparatedText
    ) throws(DocumentError) -> (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)? {
      var sums: [3 of SIMD3<Double>] = .init(repeating: .zero)
      for (place, index) in vectors.enumerated() {
        guard let value = text.number(index) else {
          throw text.failure("a number belongs here", field: index)
        }
        sums[place / 3][place % 3] = value
      }
      let all = sums[0] + sums[1] + sums[2]
      return all.sum().isNaN ? nil : (sums[0], sums[1], sums[2])
    }
  }
}
