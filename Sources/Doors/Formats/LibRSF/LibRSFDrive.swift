public import Documents
public import Geometry
public import Kernel
public import Observations
public import Recordings

/// A drive as libRSF keeps it: a line a measurement, its kind first.
///
/// From the repository TUC-ProAut/libRSF, which has the smartLoc drives of TU Chemnitz through cities
/// (Reisdorf, Pfeifer, Bressler and others, "The Problem of Comparable GNSS Results", VEHICULAR 2016):
/// `pseudorange3 t range variance X Y Z id system elevation C/N0`, with atmosphere and satellite clock
/// taken off and the satellite's place when it sent; `odom3 t vx vy vz wx wy wz …`; `point3 t X Y Z` is
/// the true antenna, in this file or in one of its own. All in s, m, rad and ECEF.
///
/// Mended and counted: rows out of order, which are put in order; other kinds of rows, which are left
/// out, and so are ranges that can't be. Refused, with the line: text where a number belongs.
public struct LibRSFDrive: RecordingFormat {
  /// What is remarkable.
  public enum Remark: String, SeriesRemark {
    case disorder = "rows earlier than one before"
    case repeated = "satellites told twice at one time (the second left out)"
    case gap = "gaps of more than 5 s"
    case otherKind = "rows of a kind that aren't used"
    case otherSystem = "ranges of other systems that aren't used"
    case impossibleRange = "ranges that can't be"
    case extraFields = "ranges with more fields than are known (the rest isn't looked at)"
  }

  /// A range to a satellite.
  public struct Range: Hashable, Sendable {
    /// When it was measured.
    public var time: SimTime
    /// The satellite; GLONASS by its slot.
    public var satellite: SatelliteID
    /// With the receiver's clock, without atmosphere and satellite's clock, in m.
    public var metres: Double
    /// One standard deviation, as the data set has it, in m.
    public var sigmaMetres: Double
    /// Where the satellite was when it sent, in ECEF of that moment, in m.
    public var satellitePosition: Vec3
    /// In rad.
    public var elevationRadians: Double
    /// In dB-Hz.
    public var carrierToNoiseDecibelHertz: Double
  }

  /// Where the antenna truly was.
  public struct Place: Hashable, Sendable {
    /// When.
    public var time: SimTime
    /// ECEF, in m.
    public var position: Vec3
  }

  /// The ranges, in order of time.
  public let ranges: [Range]
  /// The true places, in order of time; empty if the file has none.
  public let places: [Place]
  /// Whether the car told its own speed.
  public let hasOdometer: Bool
  /// What was mended.
  public let report: ReadingReport<Remark>

  /// Reads a file.
  public static func read(
    _ bytes: [UInt8], file: String
  ) throws(DocumentError) -> LibRSFDrive {
    var reader = LibRSFReader(try unpackedText(bytes, file: file), file: file)
    return try reader.drive()
  }

  init(
    ranges: [Range], places: [Place], hasOdometer: Bool, report: ReadingReport<Remark>
  ) {
    self.ranges = ranges
    self.places = places
    self.hasOdometer = hasOdometer
    self.report = report
  }
}

/// Reads the rows of one file.
private struct LibRSFReader {
  private var text: SeparatedText
  private var ranges: [LibRSFDrive.Range] = []
  private var places: [LibRSFDrive.Place] = []
  private var odometer = 0
  private var report = ReadingReport<LibRSFDrive.Remark>()
  private var newest: Int64?

  init(_ bytes: [UInt8], file: String) {
    text = SeparatedText(
      bytes: bytes, file: file,
      layout: SeparatedText.Layout(separator: UInt8(ascii: " "), skipsEmptyFields: true))
  }

  mutating func drive() throws(DocumentError) -> LibRSFDrive {
    while try text.next() {
      if text.starts(0, with: "#") { continue }
      if text.has(0, "pseudorange3") {
        try addRange()
      } else if text.has(0, "point3") {
        let time = try time()
        places.append(LibRSFDrive.Place(time: time, position: try vector(2)))
      } else {
        if text.has(0, "odom3") { odometer += 1 }
        report.note(.otherKind, line: text.line)
      }
    }
    guard !ranges.isEmpty || !places.isEmpty else {
      throw text.failure("holds neither ranges (pseudorange3) nor true places (point3)")
    }
    ranges = inOrderOfTime(ranges, \.time.nanoseconds)
    places = inOrderOfTime(places, \.time.nanoseconds)
    return LibRSFDrive(
      ranges: ranges, places: places, hasOdometer: odometer > 0, report: report)
  }

  private mutating func addRange() throws(DocumentError) {
    let time = try time()
    let (range, variance) = (try number(2), try number(3))
    let place = try vector(4)
    let (id, system) = (try number(7), try number(8))
    let (elevation, strength) = (try number(9), try number(10))
    if text.hasMore(than: 11) { report.note(.extraFields, line: text.line) }
    if newest != time.nanoseconds {
      report.noteNext(time.nanoseconds, newest: &newest, longest: 5_000_000_000, line: text.line)
    }
    guard let satellite = Self.satellite(id, system: system) else {
      return report.note(.otherSystem, line: text.line)
    }
    // From 18 000 km on for GNSS, whatever the receiver's clock is off by.
    guard (1e7...6e7).contains(range), (1e7...6e7).contains(place.length), variance > 0 else {
      return report.note(.impossibleRange, line: text.line)
    }
    guard
      !ranges.reversed().prefix(while: { $0.time == time }).contains(where: {
        $0.satellite == satellite
      })
    else { return report.note(.repeated, line: text.line) }
    ranges.append(
      LibRSFDrive.Range(
        time: time, satellite: satellite, metres: range, sigmaMetres: variance.squareRoot(),
        satellitePosition: place, elevationRadians: elevation * .pi / 180,
        carrierToNoiseDecibelHertz: strength))
  }

  /// Systems are numbered 1 GPS, 4 GLONASS; a GLONASS slot has 300 added to it.
  private static func satellite(_ id: Double, system: Double) -> SatelliteID? {
    guard (1...999).contains(id) else { return nil }
    switch system {
    case 1 where id <= 63: return SatelliteID(.gps, Int(id))
    case 4:
      let slot = Int(id) % 100
      return (1...32).contains(slot) ? SatelliteID(.glonass, slot) : nil
    default: return nil
    }
  }

  private func time() throws(DocumentError) -> SimTime {
    guard let time = text.nanoseconds(1), time >= 0 else {
      throw text.failure("expected a time in s from the start, not '\(text.text(1))'", field: 1)
    }
    return SimTime(nanoseconds: time)
  }

  private func number(_ field: Int) throws(DocumentError) -> Double {
    guard let value = text.number(field), value.isFinite else {
      let found = text.count > field ? "not '\(text.text(field))'" : "but the row ends"
      throw text.failure("expected a number, \(found)", field: field)
    }
    return value
  }

  private func vector(_ field: Int) throws(DocumentError) -> Vec3 {
    Vec3(try number(field), try number(field + 1), try number(field + 2))
  }
}
