import Geometry
import Glibc
import Maps
import Surveys
import Testing

/// Radio map values in unsurveyed areas.
@Suite struct RadioMapBuilderTests {
  private static let sender = RadioMap.Sender.wifi(1 << 8)

  /// Level of a sender at the middle of the southern of two lines, in dBm.
  private static func level(at point: Vec2) -> Double {
    -40 - 13 * log10(point.distance(to: Vec2(30, 0)) * point.distance(to: Vec2(30, 0)) + 6)
  }

  /// A survey along two lines that are 30 m apart.
  private static func map() throws -> RadioMap {
    var notes = SurveyNotes()
    notes.storeys = [SurveyNotes.SurveyedLevel(building: 0, ordinal: 0, elevationMetres: 0)]
    for point in [0.0, 30].flatMap({ north in (0...60).map { Vec2(Double($0), north) } }) {
      notes.stops.append(SurveyNotes.ScanPosition(storey: 0, point: point, isForBeacons: false))
      notes.note(level(at: point), of: sender, at: point, storey: 0)
    }
    let origin = try Geodetic(
      latitudeDegrees: 49.46, longitudeDegrees: 11.11, altitudeMetres: 0)
    return RadioMapBuilder.build(notes, venue: "v", origin: origin)
  }

  /// People also go between the lines: the map has expected levels there, with an uncertainty that grows with
  /// distance.
  @Test func extrapolatesBeyondSurvey() throws {
    let map = try Self.map()
    let plane = map.planes[0]
    let field = try #require(map.fields.first)
    var sigmas: [Double] = []
    for way in [0.0, 4, 8, 14] {
      let (column, row) = (
        Int(((24 - plane.origin.x) / plane.spacing).rounded()),
        Int(((way - plane.origin.y) / plane.spacing).rounded())
      )
      let point = plane.point(column: column, row: row)
      let found = try #require(map.value(field, column: column, row: row))
      #expect(abs(found.level - Self.level(at: point)) < 6, "\(found), \(point)")
      #expect(plane.isSurveyed[row * plane.columns + column] == (way < 5))
      sigmas.append(found.sigma)
    }
    #expect(sigmas == sigmas.sorted() && sigmas[0] < 0.7 * sigmas[2], "\(sigmas)")
  }
}
