import Geometry
import Glibc
import Kernel
import Maps
import Surveys
import Testing

/// Cross-validation of a survey by left-out walks.
@Suite struct LeaveOneOutWalkTests {
  private static let senders = (0..<6).map { RadioMap.Sender.wifi(UInt64($0 + 1) << 8) }
  private static let walks = 16

  /// Level of a sender, in dBm: path loss, and a deviation for each walk.
  private static func level(
    of sender: Int, at point: Vec2, walk: Int, spread: Double
  ) -> Double {
    let position = Vec2(12 * Double(sender), sender % 2 == 0 ? 0 : 40)
    var draw = RandomStream(
      seed: 3, entity: UInt64(sender), purpose: "left out", index: UInt64(walk))
    return -38 - 12 * log10((point - position).squaredLength + 6) + spread * draw.gaussian()
  }

  /// Walks to and fro on lines 6 m apart, through a hall of 60 by 42 m.
  private static func map(spread: Double) throws -> RadioMap {
    var notes = SurveyNotes()
    notes.storeys = [SurveyNotes.SurveyedLevel(building: 0, ordinal: 0, elevationMetres: 0)]
    var draw = RandomStream(seed: 4, purpose: "left out noise")
    var scan = 0
    for walk in 0..<walks {
      for step in 0...30 {
        let point = Vec2(2 * Double(step), 6 * Double(walk / 2))
        scan += 1
        notes.stops.append(
          SurveyNotes.ScanPosition(storey: 0, point: point, isForBeacons: false, walk: walk))
        for (number, sender) in senders.enumerated() {
          let level =
            level(of: number, at: point, walk: walk, spread: spread) + 3 * draw.gaussian()
          notes.note(level, of: sender, at: point, storey: 0, scan: scan, walk: walk)
        }
      }
    }
    let origin = try Geodetic(latitudeDegrees: 49, longitudeDegrees: 11, altitudeMetres: 0)
    return RadioMapBuilder.build(notes, venue: "hall", origin: origin)
  }

  /// Mean squared residual between the lines, normalised by the map's variance and noise; a scan's common
  /// offset is removed.
  private static func misfit(_ map: RadioMap, spread: Double) throws -> Double {
    let plane = map.planes[0]
    var draw = RandomStream(seed: 5, purpose: "left out visitor")
    var (sum, count) = (0.0, 0.0)
    for walk in 100..<140 {
      let point = Vec2(6 + 48 * draw.uniform(), 3 + 36 * draw.uniform())
      let (column, row) = (
        Int(((point.x - plane.origin.x) / plane.spacing).rounded()),
        Int(((point.y - plane.origin.y) / plane.spacing).rounded())
      )
      let rests = map.fields.compactMap { field -> (rest: Double, variance: Double)? in
        guard let found = map.value(field, column: column, row: row) else { return nil }
        let received =
          level(
            of: field.sender, at: plane.point(column: column, row: row), walk: walk, spread: spread)
          + 3 * draw.gaussian()
        return (
          received - found.level, found.sigma * found.sigma + map.wifiNoise * map.wifiNoise + 10
        )
      }
      guard rests.count > 2 else { continue }
      let mean = rests.reduce(0) { $0 + $1.rest } / Double(rests.count)
      let free = Double(rests.count) / Double(rests.count - 1)
      for rest in rests {
        sum += free * (rest.rest - mean) * (rest.rest - mean) / rest.variance
        count += 1
      }
    }
    return try #require(count > 100 ? sum / count : nil)
  }

  /// Differences between walks make a map less certain, because the next walk will differ, too.
  @Test(arguments: [0.0, 3, 6]) func mapUncertaintyMatchesNewWalk(spread: Double) throws {
    let misfit = try Self.misfit(Self.map(spread: spread), spread: spread)
    #expect(misfit < 1.3 && misfit > 0.2, "\(misfit)")
  }
}
