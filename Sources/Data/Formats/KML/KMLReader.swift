import Documents
import Kernel
import Observations
import Recordings

/// Reads a KML file element by element.
struct KMLReader {
  typealias Warning = KMLFile.Warning

  /// A position without its time.
  private struct KMLPosition {
    var coordinate: Coordinate
    var altitudeMetres: Double?
  }

  /// The open `Placemark` or `Track`.
  private struct Open {
    var line: Int
    var times: [(time: Int64?, line: Int)] = []
    var places: [KMLPosition?] = []
    var hasSpan = false
    var hasLine = false
    /// True if heights are above sea level.
    var isFromSea = true
  }

  private var xml: XMLReader
  private let file: String
  private var report = ReadingReport<Warning>()
  /// Names of the open elements, without namespace prefixes.
  private var path: [String] = []
  /// Text of the innermost open element.
  private var text = ""
  private var mark: Open?
  private var track: Open?
  private var reported: [(time: Int64, line: Int, place: KMLPosition)] = []

  init(_ text: ByteWindow, file: String) {
    xml = XMLReader(text, name: file, keepsText: true)
    self.file = file
  }

  mutating func read() throws(DocumentError) -> KMLFile {
    guard case .start(let root, _, let isEmpty)? = try xml.next(), GPXReader.plain(root) == "kml"
    else { throw xml.error("not a KML file: its root element isn't 'kml'", at: xml.eventStart) }
    if !isEmpty { try readContent() }
    guard let origin = reported.map(\.time).min() else {
      let found = report.lines.isEmpty ? "" : "; found were " + report.lines.joined(separator: ", ")
      throw DocumentError(
        "\(file): no place with a time, such as gx:Track, or Placemark with TimeStamp and Point"
          + found)
    }
    let timed = reported.map { time, line, place in
      TimedFix(
        time: time, line: line,
        fix: ReceiverFix(
          time: .start, coordinate: place.coordinate, altitudeMetres: place.altitudeMetres))
    }
    let fixes = report.fixes(timed, since: origin)
    return KMLFile(start: GPSTime(unixNanoseconds: origin), fixes: fixes, report: report)
  }

  private mutating func readContent() throws(DocumentError) {
    while let event = try xml.next() {
      switch event {
      case .start(let name, _, let isEmpty):
        path.append(GPXReader.plain(name))
        text = ""
        begin()
        if isEmpty { try end() }
      case .end: try end()
      case .text(let piece): if text.utf8.count < 4096 { text += piece }
      }
    }
  }

  private mutating func begin() {
    switch path.last {
    case "Placemark": mark = Open(line: xml.line())
    case "Track": track = Open(line: xml.line())
    case "TimeSpan": mark?.hasSpan = true
    case "LineString", "LinearRing": mark?.hasLine = true
    default: break
    }
  }

  private mutating func end() throws(DocumentError) {
    guard let name = path.popLast() else { return }
    defer { text = "" }
    switch (name, path.last) {
    case ("when", "Track"):
      let time = time()
      track?.times.append(time)
    case ("coord", "Track"):
      let place = try place { $0 <= 32 }
      track?.places.append(place)
    // A view of the place may have its own time.
    case ("when", "TimeStamp") where path.dropLast().last == "Placemark":
      let time = time()
      mark?.times = [time]
    case ("coordinates", "Point") where mark != nil:
      let place = try place { $0 <= 32 || $0 == UInt8(ascii: ",") }
      mark?.places.append(place)
    case ("altitudeMode", _):
      let isFromSea = !text.contains("relativeTo")
      if track != nil { track?.isFromSea = isFromSea } else { mark?.isFromSea = isFromSea }
    case ("Track", _):
      if let track { finish(track) }
      track = nil
    case ("Placemark", _):
      if let mark { finish(mark: mark) }
      mark = nil
    default: break
    }
  }

  /// Parses the element's text as a time, in ns of Unix time.
  private mutating func time() -> (time: Int64?, line: Int) {
    let line = xml.line()
    guard let time = unixTimestamp(text.utf8) else {
      report.note(.badTime, line: line)
      return (nil, line)
    }
    if !time.hasZone { report.note(.noZone, line: line) }
    return (time.nanoseconds, line)
  }

  /// Parses the element's text as a position: longitude, latitude and optional height.
  private mutating func place(_ isSeparator: (UInt8) -> Bool) throws(DocumentError) -> KMLPosition?
  {
    let numbers = text.utf8.split(whereSeparator: isSeparator).map { finiteNumber($0) }
    guard (2...3).contains(numbers.count), let longitude = numbers[0], let latitude = numbers[1]
    else {
      report.note(.badPoint, line: xml.line())
      return nil
    }
    for (column, value) in [("latitude_deg", latitude), ("longitude_deg", longitude)] {
      guard let fault = InvalidValue(column, value) else { continue }
      throw xml.error(fault.description, at: xml.eventStart)
    }
    let height = numbers.count > 2 ? numbers[2] : nil
    return KMLPosition(
      coordinate: Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude),
      altitudeMetres: height.flatMap { abs($0) < 1e5 ? $0 : nil })
  }

  /// Appends the pairs of a track: the n-th time belongs to the n-th position.
  private mutating func finish(_ track: Open) {
    for _ in 0..<abs(track.times.count - track.places.count) {
      report.note(.unpaired, line: track.line)
    }
    for (time, place) in zip(track.times, track.places) { add(time, place, of: track) }
  }

  private mutating func finish(mark: Open) {
    if mark.hasLine { report.note(.line, line: mark.line) }
    guard let place = mark.places.first else { return }
    if mark.times.isEmpty {
      if place != nil { report.note(mark.hasSpan ? .span : .noTime, line: mark.line) }
    } else {
      add(mark.times[0], place, of: mark)
    }
  }

  private mutating func add(
    _ moment: (time: Int64?, line: Int), _ place: KMLPosition?, of open: Open
  ) {
    // Unreadable values are already counted.
    guard let time = moment.time, var place else { return }
    if !open.isFromSea { place.altitudeMetres = nil }
    reported.append((time, moment.line, place))
  }
}
