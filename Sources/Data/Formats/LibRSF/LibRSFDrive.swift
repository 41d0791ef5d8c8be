public import Documents
public import Geometry
public import Kernel
public import Observations
public import Recordings

/// A drive in libRSF's text format: one measurement per line, its kind first.
///
/// From the repository TUC-ProAut/libRSF, which has the smartLoc drives of TU Chemnitz through cities
/// (Reisdorf, Pfeifer, Bressler and others, "The Problem of Comparable GNSS Results", VEHICULAR 2016),
/// the same drives processed by RTKLIB, Chemnitz and UrbanNav:
/// `pseudorange3 t range variance X Y Z id system elevation C/N0`, corrected for atmosphere and satellite
/// clock, with the satellite's position at transmission; `odom3 t vx vy vz wx wy wz …`; `point3 t X Y Z`,
/// the true antenna position, in this file or a separate one. All in s, m, rad and ECEF. The files of 2018
/// have `range3 t range deviation X Y Z id elevation C/N0`, without C/N0 in Chemnitz, and `gt3`.
///
/// Repaired and counted: rows out of order, which are sorted; other kinds of rows and impossible ranges,
/// which are skipped. Rejected, with the line: text in a number column.
public struct LibRSFDrive: RecordingFormat {
  /// Repaired or skipped rows of a file.
  public enum Warning: String, SeriesWarning {
    case disorder = "rows earlier than a previous one"
    case repeated = "duplicate satellites at one time (the second left out)"
    case gap = "gaps of more than 5 s"
    case otherKind = "rows of a kind that aren't used"
    case otherSystem = "ranges of other systems that aren't used"
    case invalidRange = "invalid ranges"
    case extraFields = "ranges with extra fields, which aren't used"
  }

  /// A range to a satellite.
  public struct SatelliteRange: Hashable, Sendable {
    public var time: SimTime
    /// GLONASS satellites are numbered by slot.
    public var satellite: SatelliteID
    /// In m; includes the receiver clock, without atmosphere and satellite clock.
    public var metres: Double
    /// Standard deviation from the data set, in m.
    public var sigmaMetres: Double
    /// At the time of transmission, in ECEF of that time, in m.
    public var satellitePosition: Vec3
    public var elevationRadians: Double
    public var carrierToNoiseDecibelHertz: Double
  }

  /// A true antenna position.
  public struct TruePosition: Hashable, Sendable {
    public var time: SimTime
    /// ECEF, in m.
    public var position: Vec3
  }

  /// In order of time.
  public let ranges: [SatelliteRange]
  /// True positions, in order of time; empty if the file has none.
  public let places: [TruePosition]
  /// True if the car reported its own speed.
  public let hasOdometer: Bool
  public let report: ReadingReport<Warning>

  /// First words of rows with a true position, and of rows with a range.
  static let (placeKinds, rangeKinds) = (["point3 ", "gt3 "], ["pseudorange3 ", "range3 "])

  public static func read(
    _ text: ByteWindow, file: String
  ) throws(DocumentError) -> LibRSFDrive {
    var reader = LibRSFReader(try unpackedText(text, file: file), file: file)
    return try reader.drive()
  }

  /// Returns the drive with times counted from `origin`.
  func counted(from origin: SimTime) -> LibRSFDrive {
    guard origin > .start else { return self }
    func time(_ time: SimTime) -> SimTime {
      SimTime(nanoseconds: time.nanoseconds - origin.nanoseconds)
    }
    return LibRSFDrive(
      ranges: ranges.map { range in
        var range = range
        range.time = time(range.time)
        return range
      }, places: places.map { TruePosition(time: time($0.time), position: $0.position) },
      hasOdometer: hasOdometer, report: report)
  }

  init(
    ranges: [SatelliteRange], places: [TruePosition], hasOdometer: Bool,
    report: ReadingReport<Warning>
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
  private var ranges: [LibRSFDrive.SatelliteRange] = []
  private var places: [LibRSFDrive.TruePosition] = []
  private var odometer = 0
  private var report = ReadingReport<LibRSFDrive.Warning>()
  private var newest: Int64?

  init(_ text: ByteWindow, file: String) {
    self.text = SeparatedText(
      text, file: file,
      layout: SeparatedText.Layout(separator: UInt8(ascii: " "), skipsEmptyFields: true))
  }

  mutating func drive() throws(DocumentError) -> LibRSFDrive {
    while try text.next() {
      if text.starts(0, with: "#") { continue }
      if text.has(0, "pseudorange3") {
        try addRange(isOld: false)
      } else if text.has(0, "range3") {
        try addRange(isOld: true)
      } else if text.has(0, "point3") || text.has(0, "gt3") {
        let time = try time()
        places.append(LibRSFDrive.TruePosition(time: time, position: try vector(2)))
      } else {
        if text.has(0, "odom3") { odometer += 1 }
        report.note(.otherKind, line: text.line)
      }
    }
    guard !ranges.isEmpty || !places.isEmpty else {
      throw text.failure("has neither ranges (pseudorange3) nor true positions (point3)")
    }
    ranges = inOrderOfTime(ranges, \.time.nanoseconds)
    places = inOrderOfTime(places, \.time.nanoseconds)
    return LibRSFDrive(
      ranges: ranges, places: places, hasOdometer: odometer > 0, report: report)
  }

  private mutating func addRange(isOld: Bool) throws(DocumentError) {
    let time = try time()
    let (range, reported) = (try number(2), try number(3))
    let deviation = isOld ? reported : reported.squareRoot()
    let place = try vector(4)
    let id = try number(7)
    // Old rows encode the system in the number, which begins at 600 for GLONASS.
    let system = isOld ? (id > 600 ? 4 : 1) : try number(8)
    let next = isOld ? 8 : 9
    let elevation = try number(next)
    let hasStrength = !isOld || text.count > next + 1 && text.fields[next + 1].width > 0
    let strength = hasStrength ? try number(next + 1) : Self.usualStrength
    if text.hasMore(than: next + 2) { report.note(.extraFields, line: text.line) }
    if newest != time.nanoseconds {
      report.noteNext(time.nanoseconds, newest: &newest, longest: 5_000_000_000, line: text.line)
    }
    guard let satellite = Self.satellite(id, system: system) else {
      return report.note(.otherSystem, line: text.line)
    }
    // GNSS ranges start at 18 000 km, apart from the receiver's clock offset.
    guard (1e7...6e7).contains(range), (1e7...6e7).contains(place.length), deviation > 0 else {
      return report.note(.invalidRange, line: text.line)
    }
    guard
      !ranges.reversed().prefix(while: { $0.time == time }).contains(where: {
        $0.satellite == satellite
      })
    else { return report.note(.repeated, line: text.line) }
    ranges.append(
      LibRSFDrive.SatelliteRange(
        time: time, satellite: satellite, metres: range, sigmaMetres: deviation,
        satellitePosition: place, elevationRadians: elevation * .pi / 180,
        carrierToNoiseDecibelHertz: strength))
  }

  /// C/N0 of rows without one, in dB-Hz: an estimate for a car under open sky.
  private static let usualStrength = 40.0

  /// Decodes the system: 1 GPS, 2 SBAS, 4 GLONASS, 8 Galileo, 16 QZSS, 32 BeiDou.
  ///
  /// Satellites have their own numbers, with 300 or 600 added for GLONASS, or RTKLIB's numbers through all
  /// systems: GPS's 32 are followed by GLONASS's 27, Galileo's 36, QZSS's 10, BeiDou's 63.
  private static func satellite(_ id: Double, system: Double) -> SatelliteID? {
    guard (1...999).contains(id) else { return nil }
    let id = Int(id)
    func number(after others: Int, maximum: Int) -> Int? {
      let own = id > others ? id - others : id
      return (1...maximum).contains(own) ? own : nil
    }
    switch system {
    case 1: return id <= 63 ? SatelliteID(.gps, id) : nil
    case 4:
      let slot = id > 300 ? id % 100 : number(after: 32, maximum: 27)
      return slot.flatMap { (1...32).contains($0) ? SatelliteID(.glonass, $0) : nil }
    case 8: return number(after: 59, maximum: 36).map { SatelliteID(.galileo, $0) }
    case 32: return number(after: 105, maximum: 63).map { SatelliteID(.beidou, $0) }
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
