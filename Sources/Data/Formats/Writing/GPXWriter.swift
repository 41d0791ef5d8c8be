import Documents
import Kernel
public import Observations

/// Exports tracks as GPX 1.1: one track of one segment, with heights and times.
public enum GPXWriter {
  /// Encodes a track.
  ///
  /// Coordinates have eight decimals of a degree, about a millimetre; heights three of a metre, and times
  /// three of a second. Heights are written unchanged, mostly above the ellipsoid; GPX does not define the
  /// datum.
  ///
  /// - Parameters:
  ///   - points: Points in order of time.
  ///   - start: Time 0 of the track.
  ///   - name: Name of the track.
  /// - Returns: The file.
  public static func bytes(_ points: [TrackPoint], start: GPSTime, name: String) -> [UInt8] {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="VenueSim" xmlns="http://www.topografix.com/GPX/1/1">
        <trk>
          <name>\(inXML(name))</name>
          <trkseg>

      """
    for point in points.compactMap(\.written) {
      let latitude = fixedText(point.coordinate.latitudeDegrees, decimals: 8)
      let longitude = fixedText(point.coordinate.longitudeDegrees, decimals: 8)
      text += "      <trkpt lat=\"\(latitude)\" lon=\"\(longitude)\">"
      if let altitude = point.altitudeMetres {
        text += "<ele>\(fixedText(altitude, decimals: 3))</ele>"
      }
      text += "<time>\(WrittenMoment(start + point.time.seconds).text)</time>"
      if let count = point.satelliteCount { text += "<sat>\(max(0, count))</sat>" }
      if let accuracy = point.horizontalAccuracyMetres {
        let dilution = accuracy / NMEARecording.metresPerDilution(quality: nil)
        text += "<hdop>\(fixedText(dilution, decimals: 3))</hdop>"
      }
      text += "</trkpt>\n"
    }
    text += "    </trkseg>\n  </trk>\n</gpx>\n"
    return Array(text.utf8)
  }
}
