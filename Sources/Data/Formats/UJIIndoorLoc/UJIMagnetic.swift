public import Documents
import Kernel
public import Observations
public import Recordings

/// A walk through the corridors of a laboratory with a phone in the hand: a file of
/// UJIIndoorLoc-Mag (Torres-Sospedra et al., "UJIIndoorLoc-Mag: A new database for magnetic
/// field-based localization problems", IPIN 2015).
///
/// Ten rows per second of numbers separated by spaces: Unix time in ms; magnetic flux density x, y, z in
/// µT; acceleration x, y, z in m/s² **without gravity**, as the values show; orientation (azimuth,
/// pitch, roll) in degrees, zeros until the first reading. All in the phone's axes. Then a line
/// `<n>` and n lines of ground truth: latitude and longitude of the start and end of a straight segment, in
/// degrees, and the numbers of its first and last row, from 0.
///
/// The ground truth refers to row numbers, so no row can be skipped or moved: rows out of order, text or
/// `nan` in a number column, and segments beyond the rows are rejected with their line. Rows of equal time
/// and gaps are kept and counted. A file that ends before its ground truth is read without it.
public struct UJIMagnetic: RecordingFormat {
  /// Irregularities of a file.
  public enum Warning: String, SeriesWarning {
    /// Never counted: such a row is rejected.
    case disorder = "rows earlier than the previous one"
    case repeated = "rows of the same time as the previous one"
    case gap = "gaps of more than 0.5 s"
    case missingTruth = "segments missing from the number that the file gives"
  }

  /// A straight segment of the walk.
  public struct Segment: Hashable, Sendable {
    public var start: Coordinate
    public var end: Coordinate
    /// Numbers of the rows on the segment.
    public var rows: ClosedRange<Int>
  }

  /// Time of the first row, in ms since 1970 (UTC).
  public var startUnixMilliseconds: Int64
  /// Magnetic flux density in the phone's axes, in µT.
  public var magnetometer: [InertialSample]
  /// Acceleration without gravity in the phone's axes, in m/s²; not specific force.
  public var linearAcceleration: [InertialSample]
  /// Azimuth, pitch and roll of Android's orientation sensor, in rad.
  public var orientations: [InertialSample]
  /// Ground truth.
  public var segments: [Segment]
  public var report: ReadingReport<Warning>

  public static func read(_ text: ByteWindow, file: String) throws(DocumentError) -> UJIMagnetic {
    var text = SeparatedText(
      try unpackedText(text, file: file), file: file,
      layout: SeparatedText.Layout(separator: UInt8(ascii: " "), skipsEmptyFields: true))
    var reader = Reader()
    while try text.next() {
      if text.starts(0, with: "<") {
        try reader.takeTruth(&text)
        break
      }
      try reader.take(text)
    }
    guard let start = reader.start else { throw DocumentError("\(file): no row in the file") }
    return UJIMagnetic(
      startUnixMilliseconds: start, magnetometer: reader.magnetic,
      linearAcceleration: reader.linear, orientations: reader.angles, segments: reader.segments,
      report: reader.report)
  }
}

extension UJIMagnetic {
  private struct Reader {
    var report = ReadingReport<Warning>()
    var start: Int64?
    var newest: Int64?
    var magnetic: [InertialSample] = []
    var linear: [InertialSample] = []
    var angles: [InertialSample] = []
    var segments: [Segment] = []

    mutating func take(_ text: SeparatedText) throws(DocumentError) {
      let unix = try text.demandUnixMilliseconds(0)
      try text.checkCount(10)
      if let newest, unix < newest {
        throw text.failure(
          "a row is earlier than the previous one, which the row numbers of the truth don't allow")
      }
      report.noteNext(unix, newest: &newest, longest: 500, line: text.line)
      let first = start ?? unix
      start = first
      let time = SimTime.start + SimDuration.milliseconds(1) * (unix - first)
      magnetic.append(try vector(text, 1, time))
      linear.append(try vector(text, 4, time))
      angles.append(try vector(text, 7, time, scale: .pi / 180))
    }

    private func vector(
      _ text: SeparatedText, _ field: Int, _ time: SimTime, scale: Double = 1
    ) throws(DocumentError) -> InertialSample {
      var values = SIMD3<Double>.zero
      for axis in 0..<3 {
        let range = -InertialRows.limit...InertialRows.limit
        guard let value = try text.demandNumber(field + axis, in: range) else {
          throw text.misfit(field + axis, "a number")
        }
        values[axis] = value * scale
      }
      return InertialSample(
        time: time, x: Float(values.x), y: Float(values.y), z: Float(values.z))
    }

    /// Reads the number of segments and the segments.
    mutating func takeTruth(_ text: inout SeparatedText) throws(DocumentError) {
      guard let reported = Int(text.text(0).dropFirst().prefix { $0 != ">" }),
        (0...100_000).contains(reported)
      else {
        throw text.misfit(0, "the number of segments, as in <5>")
      }
      let head = text.line
      while segments.count < reported, try text.next() {
        guard let start = text.coordinate(0), let end = text.coordinate(2) else {
          throw text.failure("expected two latitudes and longitudes in degrees")
        }
        let last = Int64(magnetic.count) - 1
        guard last >= 0, let from = text.integer(4, in: 0...last),
          let to = text.integer(5, in: Int64(from)...last)
        else { throw text.misfit(4, "the numbers of two rows") }
        segments.append(Segment(start: start, end: end, rows: from...to))
      }
      for _ in segments.count..<reported { report.note(.missingTruth, line: head) }
    }
  }
}
