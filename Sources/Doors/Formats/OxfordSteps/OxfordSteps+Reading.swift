public import Documents
import Kernel
import Observations
import Recordings

extension OxfordSteps {
  /// Reads the two files of a walk.
  ///
  /// - Parameters:
  ///   - bytes: The accelerometer's file, gzipped or not.
  ///   - file: Its name in messages.
  ///   - switches: The switches' file, gzipped or not.
  ///   - switchFile: Its name in messages.
  /// - Returns: The walk.
  /// - Throws: What is wrong, and where.
  public static func read(
    _ bytes: [UInt8], file: String, switches: [UInt8], switchFile: String
  ) throws(DocumentError) -> OxfordSteps {
    var report = ReadingReport<Remark>()
    let rows = try forces(bytes, file: file, &report)
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

  private static func forces(
    _ bytes: [UInt8], file: String, _ report: inout ReadingReport<Remark>
  ) throws(DocumentError) -> InertialRows {
    var text = try table(bytes, file: file)
    var rows = InertialRows()
    while try text.next() {
      let time = try text.demandNanoseconds(0)
      try text.checkCount(5)
      guard let force = try text.demandVector(2),
        rows.append(time, force.x, force.y, force.z, line: text.line)
      else {
        report.note(.incomplete, line: text.line)
        continue
      }
    }
    rows.settle(&report)
    try rows.check(.specificForce, file: file)
    return rows
  }

  private static func polls(
    _ bytes: [UInt8], file: String, origin: Int64, _ report: inout ReadingReport<Remark>
  ) throws(DocumentError) -> [Poll] {
    var text = try table(bytes, file: file)
    // The switches go through the same mending as the accelerometer, as if they were its axes.
    var rows = InertialRows()
    while try text.next() {
      let time = try text.demandNanoseconds(0)
      try text.checkCount(3)
      guard let first = try text.demandNumber(1, in: 0...1, "a switch, 0 or 1,"),
        let second = try text.demandNumber(2, in: 0...1, "a switch, 0 or 1,")
      else {
        report.note(.incomplete, line: text.line)
        continue
      }
      guard first == first.rounded(), second == second.rounded(),
        rows.append(time, first, second, 0, line: text.line)
      else { throw text.misfit(first == first.rounded() ? 2 : 1, "a switch, 0 or 1,") }
    }
    rows.settle(&report)
    guard !rows.rows.isEmpty else {
      throw DocumentError("\(file): no row with all values in the file")
    }
    return rows.samples(since: origin).map { sample in
      Poll(time: sample.time, isFirstDown: sample.x > 0, isSecondDown: sample.y > 0)
    }
  }
}
