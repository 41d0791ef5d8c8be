import Kernel
public import Observations

/// Exports tracks as NMEA 0183: GGA and RMC for each point, with checksums.
public enum NMEAWriter {
  /// Encodes a track.
  ///
  /// Coordinates have five decimals of a minute, about two centimetres; heights and speeds in knots three,
  /// courses two, times three of a second. Heights are above the ellipsoid: the geoid height is written as 0.
  /// HDOP is the accuracy divided by 5 m, the inverse of the reader's conversion.
  ///
  /// - Parameters:
  ///   - points: Points in order of time.
  ///   - start: Time 0 of the track.
  /// - Returns: The file.
  public static func bytes(_ points: [TrackPoint], start: GPSTime) -> [UInt8] {
    var text = ""
    for point in points.compactMap(\.written) {
      let moment = WrittenMoment(start + point.time.seconds)
      let clock = digits(moment.date.hour, 2) + digits(moment.date.minute, 2) + moment.secondText
      let place = coordinate(point.coordinate)
      let metres = NMEARecording.metresPerDilution(quality: nil)
      let dilution =
        point.horizontalAccuracyMetres.map { fixedText($0 / metres, decimals: 2) } ?? ""
      let height = point.altitudeMetres.map { fixedText($0, decimals: 3) + ",M,0.0,M" } ?? ",M,,M"
      let satellites = point.satelliteCount.map { digits(min(max($0, 0), 99), 2) } ?? ""
      text += sentence("GNGGA,\(clock),\(place),1,\(satellites),\(dilution),\(height),,")
      let speed = point.speedMetresPerSecond.map { fixedText($0 / NMEAReader.knot, decimals: 3) }
      let course = point.courseDegrees.map { fixedText($0, decimals: 2) }
      let date =
        digits(moment.date.day, 2) + digits(moment.date.month, 2)
        + digits(moment.date.year % 100, 2)
      text += sentence("GNRMC,\(clock),A,\(place),\(speed ?? ""),\(course ?? ""),\(date),,,A")
    }
    return Array(text.utf8)
  }

  /// A sentence with `$`, checksum and end of line.
  static func sentence(_ content: String) -> String {
    let sum = content.utf8.reduce(UInt8(0)) { $0 ^ $1 }
    let hex = String(sum, radix: 16).uppercased()
    return "$\(content)*\(hex.utf8.count == 1 ? "0" : "")\(hex)\r\n"
  }

  /// Formats a position as degrees and minutes with hemisphere letters.
  private static func coordinate(_ position: Coordinate) -> String {
    angle(position.latitudeDegrees, width: 2) + (position.latitudeDegrees < 0 ? ",S," : ",N,")
      + angle(position.longitudeDegrees, width: 3) + (position.longitudeDegrees < 0 ? ",W" : ",E")
  }

  private static func angle(_ degrees: Double, width: Int) -> String {
    // In units of the last decimal, so that no minute is rounded up to 60.
    let units = Int((abs(degrees) * 60 * 1e5).rounded())
    let (whole, rest) = units.quotientAndRemainder(dividingBy: 60 * 100_000)
    return digits(whole, width) + digits(rest / 100_000, 2) + "." + digits(rest % 100_000, 5)
  }
}
