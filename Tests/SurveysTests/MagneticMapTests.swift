import Geometry
import Glibc
import Maps
import Surveys
import Testing

/// The magnetic map built from survey walks.
@Suite struct MagneticMapTests {
  /// The true field, vertical and horizontal, in µT.
  private static func field(at point: Vec2) -> (upward: Double, level: Double) {
    (-40 + 6 * sin(point.x / 2.5) + 4 * cos(point.y / 3), 20 + 4 * cos(point.x / 3))
  }

  /// Walks up and down lanes, each by a phone with a bias of some µT.
  private static func notes(off: Double = 0, lanes: Int = 6) -> SurveyNotes {
    var notes = SurveyNotes()
    notes.storeys = [SurveyNotes.SurveyedLevel(building: 0, ordinal: 0, elevationMetres: 0)]
    for lane in 0..<lanes {
      for step in 0...80 {
        let point = Vec2(0.5 * Double(step), 1.5 * Double(lane))
        let found = field(at: point)
        let error = off * (lane % 2 == 0 ? 1 : -1)
        notes.fields.append(
          SurveyNotes.MagneticReading(
            storey: 0, point: point, upward: found.upward + error, level: found.level, walk: lane))
        notes.stops.append(SurveyNotes.ScanPosition(storey: 0, point: point, isForBeacons: false))
      }
    }
    return notes
  }

  private static func map(_ notes: SurveyNotes) throws -> MagneticMap {
    let origin = try Geodetic(
      latitudeDegrees: 49.46, longitudeDegrees: 11.11, altitudeMetres: 0)
    return try #require(RadioMapBuilder.build(notes, venue: "v", origin: origin).magnetic)
  }

  private static func value(
    _ map: MagneticMap, _ part: MagneticMap.FieldComponent, at point: Vec2
  ) -> MagneticMap.Value {
    let cell = (point - map.planes[0].origin) / map.planes[0].spacing
    return map.value(part, plane: 0, column: Int(cell.x.rounded()), row: Int(cell.y.rounded()))
  }

  @Test func magneticFieldMatchesSurveyedPaths() throws {
    let map = try Self.map(Self.notes())
    for place in [Vec2(10, 3), Vec2(20, 4), Vec2(33, 6)] {
      let grid = map.planes[0]
      let cell = (place - grid.origin) / grid.spacing
      let point = grid.point(column: Int(cell.x.rounded()), row: Int(cell.y.rounded()))
      let found = Self.value(map, .upward, at: place)
      #expect(abs(found.mean - Self.field(at: point).upward) < 1.5, "\(found) at \(point)")
      #expect(
        abs(Self.value(map, .level, at: place).mean - Self.field(at: point).level) < 1.5)
    }
    #expect(try Self.map(Self.notes()) == map)
  }

  /// Away from walks the uncertainty grows, up to that of everywhere else.
  @Test func magneticFieldIsUncertainAwayFromSurvey() throws {
    let map = try Self.map(Self.notes())
    let near = Self.value(map, .upward, at: Vec2(20, 3))
    let far = Self.value(map, .upward, at: Vec2(20, 12.5))
    #expect(far.sigma > 1.5 * near.sigma, "\(near) \(far)")
    #expect(Self.value(map, .upward, at: Vec2(500, 500)) == map.usual[0])
  }

  /// Two distant positions on one level don't lead to an excessive grid.
  @Test func distantPositionsUseCoarseGrid() throws {
    var notes = Self.notes()
    for field in notes.fields {
      var other = field
      other.point = field.point + Vec2(20_000, 9_000)
      notes.fields.append(other)
      notes.stops.append(
        SurveyNotes.ScanPosition(storey: 0, point: other.point, isForBeacons: false))
    }
    let grid = try Self.map(notes).planes[0]
    #expect(grid.columns > 0 && grid.columns * grid.rows < 300_000)
    #expect(grid.spacing > 20)
    #expect(try Self.map(Self.notes()).planes[0].spacing == 1)
  }

  /// Differences between phones add uncertainty for the next one.
  @Test func disagreementBetweenWalksIncreasesNoise() throws {
    let (alike, unlike) = (try Self.map(Self.notes()), try Self.map(Self.notes(off: 3)))
    #expect(unlike.noise[0] > alike.noise[0], "\(unlike.noise) \(alike.noise)")
    #expect(unlike.noise[1] == alike.noise[1])
  }

  @Test func hasNoMagneticMapWithoutMeasurements() throws {
    var notes = Self.notes()
    notes.fields = []
    let origin = try Geodetic(
      latitudeDegrees: 49.46, longitudeDegrees: 11.11, altitudeMetres: 0)
    #expect(RadioMapBuilder.build(notes, venue: "v", origin: origin).magnetic == nil)
  }
}
