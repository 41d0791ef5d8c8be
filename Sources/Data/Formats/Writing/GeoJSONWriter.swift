import Documents
import Kernel
public import Observations

/// Exports tracks as GeoJSON (RFC 7946): a line, and a point for each position.
public enum GeoJSONWriter {
  /// Encodes a track.
  ///
  /// The line's property `times` has the UTC time of each position; each point has its `time` and, if
  /// known, `accuracy_m`, `speed_mps`, `course_deg` and `satellites`. Numbers round-trip exactly. A track of
  /// a single point has no line.
  ///
  /// - Parameters:
  ///   - points: Points in order of time.
  ///   - start: Time 0 of the track.
  ///   - name: Name of the track.
  /// - Returns: The file.
  public static func bytes(_ points: [TrackPoint], start: GPSTime, name: String) -> [UInt8] {
    let points = points.compactMap(\.written)
    let times = points.map { JSONValue.string(WrittenMoment(start + $0.time.seconds).text) }
    var features: [JSONValue] = []
    if points.count > 1 {
      features.append([
        "type": "Feature",
        "properties": ["name": .string(name), "times": .array(times)],
        "geometry": ["type": "LineString", "coordinates": .array(points.map(position))],
      ])
    }
    for (point, time) in zip(points, times) {
      var properties: [(String, JSONValue)] = [("time", time)]
      let numbers = [
        ("accuracy_m", point.horizontalAccuracyMetres), ("speed_mps", point.speedMetresPerSecond),
        ("course_deg", point.courseDegrees),
      ]
      for (name, value) in numbers {
        if let value { properties.append((name, .number(value))) }
      }
      if let count = point.satelliteCount { properties.append(("satellites", .int(Int64(count)))) }
      features.append([
        "type": "Feature", "properties": .object(JSONObject(properties)),
        "geometry": ["type": "Point", "coordinates": position(point)],
      ])
    }
    let collection: JSONValue = ["type": "FeatureCollection", "features": .array(features)]
    return Array((collection.text(pretty: true) + "\n").utf8)
  }

  /// Longitude, latitude and, if known, height.
  private static func position(_ point: TrackPoint) -> JSONValue {
    let place = [
      point.coordinate.longitudeDegrees, point.coordinate.latitudeDegrees,
    ]
    return .array((place + (point.altitudeMetres.map { [$0] } ?? [])).map { .number($0) })
  }
}
