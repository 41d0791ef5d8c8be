import Documents
import Kernel
import Observations
import Recordings
import Truth

/// Reads a GPX file element by element.
struct GPXReader {
  typealias Warning = GPXFile.Warning

  /// The point under construction.
  private struct OpenPoint {
    var point: GPXFile.Point?
    /// Unix time, in ns.
    var unixTime: Int64?
    var geoidHeight: Double?
    var line: Int
  }

  private var xml: XMLReader
  private let file: String
  private var report = ReadingReport<Warning>()
  /// Names of the open elements, without namespace prefixes.
  private var path: [String] = []
  /// Text of the innermost open element.
  private var text = ""
  private var open: OpenPoint?
  private var points = GPXFile.PointList()
  private var routes: [GPXFile.Route] = []
  private var waypoints: [GPXFile.Point] = []
  private var pointCount = 0
  /// The timed track points, in the file's order.
  private var timed: [TimedFix] = []

  private static func isPoint(_ name: String) -> Bool {
    name == "trkpt" || name == "rtept" || name == "wpt"
  }

  init(_ text: ByteWindow, file: String) {
    xml = XMLReader(text, name: file, keepsText: true)
    self.file = file
  }

  mutating func read() throws(DocumentError) -> GPXFile {
    guard case .start(let root, let attributes, let isEmpty)? = try xml.next(),
      Self.plain(root) == "gpx"
    else { throw xml.error("not a GPX file: its root element isn't 'gpx'", at: xml.eventStart) }
    func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
    let version = attribute("version") ?? ""
    let namespace = attributes.first { $0.name == "xmlns" || $0.name.hasPrefix("xmlns:") }?.value
    if namespace?.contains("topografix.com/GPX") != true {
      report.note(.otherNamespace, line: xml.line())
    }
    path = ["gpx"]
    if !isEmpty { try readContent() }
    guard pointCount > 0 else {
      let found = report.lines.isEmpty ? "" : "; found were " + report.lines.joined(separator: ", ")
      throw DocumentError("\(file): no point in the file\(found)")
    }
    return result(version: version, creator: attribute("creator") ?? "")
  }

  /// The name without its namespace prefix.
  static func plain(_ name: String) -> String {
    name.utf8.firstIndex(of: UInt8(ascii: ":")).map {
      String(name[name.utf8.index(after: $0)...])
    } ?? name
  }

  private mutating func readContent() throws(DocumentError) {
    while let event = try xml.next() {
      switch event {
      case .start(let name, let attributes, let isEmpty):
        path.append(Self.plain(name))
        text = ""
        try begin(attributes)
        if isEmpty { try end() }
      case .end: try end()
      case .text(let piece): if text.utf8.count < 4096 { text += piece }
      }
    }
  }

  private mutating func begin(
    _ attributes: [(name: String, value: String)]
  ) throws(DocumentError) {
    guard let name = path.last else { return }
    switch (name, path.count) {
    case ("trk", 2): points.beginTrack()
    case ("rte", 2): routes.append(GPXFile.Route())
    case ("trkseg", 3) where path[1] == "trk": points.beginSegment()
    case _ where Self.isPoint(name) && isPointPlace(name):
      try beginPoint(attributes)
    default: break
    }
  }

  /// True if a point with this name is valid at the current path.
  private func isPointPlace(_ name: String) -> Bool {
    switch name {
    case "trkpt": path.count == 4 && path[1] == "trk" && path[2] == "trkseg"
    case "rtept": path.count == 3 && path[1] == "rte"
    default: path.count == 2
    }
  }

  private mutating func beginPoint(
    _ attributes: [(name: String, value: String)]
  ) throws(DocumentError) {
    let line = xml.line()
    func number(_ name: String, _ column: String) throws(DocumentError) -> Double? {
      try checked(attributes.first { $0.name == name }?.value ?? "", column)
    }
    open = OpenPoint(point: nil, line: line)
    guard let latitude = try number("lat", "latitude_deg"),
      let longitude = try number("lon", "longitude_deg")
    else { return report.note(.badPoint, line: line) }
    open?.point = GPXFile.Point(
      coordinate: Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude))
  }

  /// The number in a text, checked against its valid range; nil for other text.
  private mutating func checked(
    _ text: String, _ column: String
  ) throws(DocumentError) -> Double? {
    guard let value = Self.number(text) else { return nil }
    guard let fault = InvalidValue(column, value) else { return value }
    throw xml.error(fault.description, at: xml.eventStart)
  }

  private static func number(_ text: String) -> Double? {
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.first, byte <= 32 { bytes.removeFirst() }
    while let byte = bytes.last, byte <= 32 { bytes.removeLast() }
    // Rejects inner white space and empty text.
    return finiteNumber(bytes)
  }

  private mutating func end() throws(DocumentError) {
    guard let name = path.popLast() else { return }
    defer { text = "" }
    if Self.isPoint(name), let done = open, isPointPlace(ended: name) {
      open = nil
      finish(done, name)
    } else if open != nil {
      // Only direct children of the point: those of extensions are deeper.
      if path.last.map(Self.isPoint) == true { try endField(name) }
    } else if name == "name", path.count == 2 {
      if path[1] == "trk" { points.name(text) }
      if path[1] == "rte" { routes[routes.count - 1].name = text }
    }
  }

  private func isPointPlace(ended name: String) -> Bool {
    switch name {
    case "trkpt": path.count == 3 && path[1] == "trk" && path[2] == "trkseg"
    case "rtept": path.count == 2 && path[1] == "rte"
    default: path.count == 1
    }
  }

  private mutating func endField(_ name: String) throws(DocumentError) {
    let line = open?.line ?? 0
    switch name {
    case "ele":
      let height = try checked(text, "altitude_m").flatMap { abs($0) < 1e5 ? $0 : nil }
      if height == nil { report.note(.badHeight, line: line) }
      open?.point?.altitudeMetres = height
    case "time":
      guard let time = unixTimestamp(text.utf8) else { return report.note(.badTime, line: line) }
      if !time.hasZone { report.note(.noZone, line: line) }
      open?.unixTime = time.nanoseconds
    case "name": open?.point?.name = text
    case "sat":
      open?.point?.satelliteCount = Self.number(text).flatMap { Int(exactly: $0) }.flatMap {
        (0...999).contains($0) ? $0 : nil
      }
    case "hdop": open?.point?.horizontalDilution = Self.number(text).flatMap { $0 > 0 ? $0 : nil }
    case "vdop": open?.point?.verticalDilution = Self.number(text).flatMap { $0 > 0 ? $0 : nil }
    case "geoidheight":
      open?.geoidHeight = Self.number(text).flatMap { abs($0) < 200 ? $0 : nil }
    case "speed":
      let speed = try checked(text, "speed_mps").flatMap { (0..<1000).contains($0) ? $0 : nil }
      open?.point?.speedMetresPerSecond = speed
    case "course":
      let course = try checked(text, "course_deg").flatMap { (0...360).contains($0) ? $0 : nil }
      open?.point?.courseDegrees = course
    default: break
    }
  }

  private mutating func finish(_ done: OpenPoint, _ name: String) {
    guard var point = done.point else { return }
    pointCount += 1
    if let height = point.altitudeMetres, let geoid = done.geoidHeight {
      point.altitudeMetres = height + geoid
    }
    switch name {
    case "rtept": routes[routes.count - 1].points.append(point)
    case "wpt": waypoints.append(point)
    default:
      points.append(point, unixTime: done.unixTime)
      guard let time = done.unixTime else { return report.note(.noTime, line: done.line) }
      timed.append(TimedFix(time: time, line: done.line, fix: point.fix))
    }
  }

  private mutating func result(version: String, creator: String) -> GPXFile {
    let origin = timed.lazy.map(\.time).min() ?? 0
    points.origin = origin
    return GPXFile(
      version: version, creator: creator,
      start: timed.isEmpty ? nil : GPSTime(unixNanoseconds: origin), points: points,
      routes: routes, waypoints: waypoints, fixes: report.fixes(timed, since: origin),
      report: report)
  }
}

/// The finite number in a text without surrounding white space; nil for other text.
func finiteNumber(_ text: some Collection<UInt8>) -> Double? {
  let bytes = Array(text)
  let value = decimalNumber(bytes, 0..<bytes.count)
  return value.flatMap { $0.isFinite ? $0 : nil }
}

extension GPXFile.Point {
  /// The fix at time zero.
  fileprivate var fix: ReceiverFix {
    let metres = NMEARecording.metresPerDilution(quality: nil)
    return ReceiverFix(
      time: .start, coordinate: coordinate, altitudeMetres: altitudeMetres,
      horizontalAccuracyMetres: horizontalDilution.map { $0 * metres },
      verticalAccuracyMetres: verticalDilution.map { $0 * metres },
      speedMetresPerSecond: speedMetresPerSecond, courseDegrees: courseDegrees,
      satelliteCount: satelliteCount)
  }
}
