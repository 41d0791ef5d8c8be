public import Documents
import Kernel

extension OxfordSteps {
  /// Reads the two files of a walk.
  ///
  /// - Parameters:
  ///   - accelerometer: The accelerometer's file, gzipped or not.
  ///   - file: Its name in messages.
  ///   - switches: The switches' file, gzipped or not.
  ///   - switchFile: Its name in messages.
  /// - Returns: The walk.
  /// - Throws: What is wrong, and where.
  public static func read(
    accelerometer: [UInt8], file: String, switches: [UInt8], switchFile: String
  ) throws(DocumentError) -> OxfordSteps {
    var report = ReadingReport<Remark>()
    let rows = try forces(accelerometer, file: file, &report)
    guard let origin = rows.rows.first?.nanoseconds else {
      throw DocumentError("\(file): no row with all values in the file")
    }
    var switchReport = ReadingReport<Remark>()
    let polls = try polls(switches, file: switchFile, origin: origin, &switchReport)
    return OxfordSteps(
      originNanoseconds: origin, accelerometer: rows.samples(since: origin), polls: polls,
      report: report, switchReport: switchReport)
  }

  private static func table(
    _ bytes: [UInt8], file: String
  ) throws(DocumentError) -> SeparatedText {
    SeparatedText(
      bytes: try unpackedText(bytes, file: file), file: file,
      layout: SeparatedText.Layout(separator: UInt8(ascii: ",")))
  }

  private static func time(_ text: SeparatedText) throws(DocumentError) -> Int64 {
    guard let time = text.integer(0), time >= 0 else {
      throw text.failure("a time in whole nanoseconds belongs here")
    }
    return time
  }

  private static func forces(
    _ bytes: [UInt8], file: String, _ report: inout ReadingReport<Remark>
  ) throws(DocumentError) -> InertialRows {
    var text = try table(bytes, file: file)
    var rows = InertialRows()
    while text.next() {
      let time = try time(text)
      guard let x = text.number(2), let y = text.number(3), let z = text.number(4) else {
        throw text.failure("numbers belong in the columns 3 to 5", field: 2)
      }
      if !rows.append(time, x, y, z, line: text.line) { report.note(.incomplete, line: text.line) }
    }
    rows.settle(&report, disorder: .disorder, repeated: .repeated, gap: .gap)
    try rows.check(.specificForce, file: file)
    return rows
  }

  private static func polls(
    _ bytes: [UInt8], file: String, origin: Int64, _ report: inout ReadingReport<Remark>
  ) throws(DocumentError) -> [Poll] {
    var text = try table(bytes, file: file)
    // The switches go through the same mending as the accelerometer, as if they were its axes.
    var rows = InertialRows()
    while text.next() {
      let time = try time(text)
      guard let first = text.number(1), let second = text.number(2) else {
        throw text.failure("numbers belong in the columns 2 and 3", field: 1)
      }
      guard !first.isNaN, !second.isNaN else {
        report.note(.incomplete, line: text.line)
        continue
      }
      guard first == 0 || first == 1, second == 0 || second == 1,
        rows.append(time, first, second, 0, line: text.line)
      else { throw text.failure("a switch is 0 or 1", field: 1) }
    }
    rows.settle(&report, disorder: .disorder, repeated: .repeated, gap: .gap)
    guard !rows.rows.isEmpty else {
      throw DocumentError("\(file): no row with all values in the file")
    }
    return rows.samples(since: origin).map { sample in
      Poll(time: sample.time, isFirstDown: sample.x > 0, isSecondDown: sample.y > 0)
    }
  }
}
