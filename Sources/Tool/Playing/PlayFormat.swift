import Documents
import Formats
import Kernel
import Observations

/// Output format of `play`.
enum PlayFormat: String, CaseIterable {
  case nmea, json, adb, gpx

  /// The lines of a location.
  ///
  /// - Parameters:
  ///   - point: The location.
  ///   - start: GPS time of time zero.
  /// - Returns: Complete lines.
  func text(_ point: PlayedPoint, start: GPSTime) -> String {
    switch self {
    case .nmea: String(decoding: NMEAWriter.bytes([point.track], start: start), as: UTF8.self)
    case .json: Self.json(point, start: start)
    case .adb: Self.geoFix(point.track)
    case .gpx: ""
    }
  }

  /// `adb emu geo fix LONGITUDE LATITUDE [ALTITUDE [SATELLITES [KNOTS]]]`, for the emulator's console.
  private static func geoFix(_ point: TrackPoint) -> String {
    let place = point.coordinate
    var words = [decimal(place.longitudeDegrees, 7), decimal(place.latitudeDegrees, 7)]
    if let altitude = point.altitudeMetres {
      words.append(decimal(altitude, 1))
      // 0 satellites would mean no fix; the console accepts at most 12.
      words.append("\(min(max(point.satelliteCount ?? 1, 1), 12))")
      if let speed = point.speedMetresPerSecond { words.append(decimal(speed / knot, 2)) }
    }
    return "adb emu geo fix " + words.joined(separator: " ") + "\n"
  }

  /// A knot, in m/s.
  private static let knot = 1852.0 / 3600

  private static func json(_ point: PlayedPoint, start: GPSTime) -> String {
    let track = point.track
    var object: JSONObject = [
      "time_s": .number(track.time.seconds), "told_s": .number(point.time.seconds),
      "utc": .string(utc(start, plus: track.time.seconds)),
      "latitude_deg": .number(track.coordinate.latitudeDegrees),
      "longitude_deg": .number(track.coordinate.longitudeDegrees),
    ]
    func add(_ key: String, _ value: Double?) {
      if let value { object[key] = .number(value) }
    }
    add("altitude_m", track.altitudeMetres)
    add("horizontal_accuracy_m", track.horizontalAccuracyMetres)
    add("speed_mps", track.speedMetresPerSecond)
    add("course_deg", track.courseDegrees)
    if let floor = point.floor { object["floor"] = .int(Int64(floor)) }
    if let source = point.source { object["source"] = .string(source) }
    return JSONValue.object(object).text(pretty: false) + "\n"
  }

  /// A GPX track for Xcode's simulator: waypoints with the times between which it waits.
  ///
  /// - Parameters:
  ///   - points: The track.
  ///   - start: GPS time of time zero.
  ///   - speed: Speed-up factor of the times.
  /// - Returns: The text of the file.
  static func waypoints(_ points: [PlayedPoint], start: GPSTime, speed: Double) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="VenueSim" xmlns="http://www.topografix.com/GPX/1/1">

      """
    let first = points.first?.track.time.seconds ?? 0
    for point in points {
      let place = point.track.coordinate
      let seconds = point.track.time.seconds
      let at = speed.isFinite ? first + (seconds - first) / speed : seconds
      text += "  <wpt lat=\"\(decimal(place.latitudeDegrees, 8))\""
      text += " lon=\"\(decimal(place.longitudeDegrees, 8))\">"
      if let altitude = point.track.altitudeMetres { text += "<ele>\(decimal(altitude, 2))</ele>" }
      text += "<time>\(utc(start, plus: at))</time></wpt>\n"
    }
    return text + "</gpx>\n"
  }

  /// A UTC time, such as `2020-02-07T02:14:17.000Z`.
  private static func utc(_ start: GPSTime, plus seconds: Double) -> String {
    let time = start + seconds
    // A tenth of a millisecond prevents rounding to second 60.
    let whole = ((time.secondsOfWeek * 1000).rounded() + 0.1) / 1000
    let moment = GPSTime(week: time.week, secondsOfWeek: whole).utc
    let milliseconds = Int(moment.second * 1000)
    let part = "\(1000 + milliseconds % 1000)".dropFirst()
    return
      "\(moment.year)-\(twoDigits(moment.month))-\(twoDigits(moment.day))T\(twoDigits(moment.hour)):"
      + "\(twoDigits(moment.minute)):\(twoDigits(milliseconds / 1000)).\(part)Z"
  }

  /// A number with a fixed count of decimals.
  private static func decimal(_ value: Double, _ count: Int) -> String {
    let scale = (0..<count).reduce(1.0) { scale, _ in scale * 10 }
    let units = (abs(value) * scale).rounded()
    guard units < 9e15 else { return "\(value)" }
    let digits = String(Int64(units))
    let padded = String(repeating: "0", count: max(0, count + 1 - digits.count)) + digits
    let sign = value < 0 && units > 0 ? "-" : ""
    return sign + padded.dropLast(count) + (count > 0 ? "." + padded.suffix(count) : "")
  }
}
