import Geometry
import Maps
import Observations
import Positioning
import Testing

/// Snapping of locations to a pathway layer with an isolated part.
@Suite struct PathwaySnapperTests {
  /// The snapped position, in the building's frame.
  private static func snappedPoint(_ x: Double, _ y: Double, floor: Int? = 0) throws -> Vec2 {
    let map = try PathwayHouse.map()
    let raw = try PathwayHouse.fix(x, y, floor: floor, at: 1, in: map)
    let shown = PathwaySnapper(map).snapped(raw, in: map)
    let place = try Geodetic(
      latitudeDegrees: shown.coordinate.latitudeDegrees,
      longitudeDegrees: shown.coordinate.longitudeDegrees,
      altitudeMetres: map.frame.origin.altitudeMetres)
    #expect(shown.floor == raw.floor && shown.time == raw.time)
    return map.frame.enu(of: place).xy
  }

  /// Beside the corridor, beside the isolated part, and upstairs beside its own corridor.
  @Test(arguments: [
    (Vec2(30, 4), 0, Vec2(30, 0)), (Vec2(12, 63), 0, Vec2(12, 60)), (Vec2(60, -3), 1, Vec2(60, 0)),
  ]) func snapsToNearestLine(raw: Vec2, floor: Int, line: Vec2) throws {
    #expect(try Self.snappedPoint(raw.x, raw.y, floor: floor).distance(to: line) < 0.05)
  }

  /// Far from any line, on a level without lines, and with an unknown floor.
  @Test(arguments: [(Vec2(20, 30), 0), (Vec2(30, 4), 2), (Vec2(30, 4), nil)] as [(Vec2, Int?)])
  func leavesDistantFixesUnchanged(raw: Vec2, floor: Int?) throws {
    #expect(try Self.snappedPoint(raw.x, raw.y, floor: floor).distance(to: raw) < 0.05)
  }
}
