import Kernel
public import Maps
public import Scoring

extension BeaconSignal {
  /// How many beacons a survey must have heard well to tell what its beacons are like, and at how many
  /// points each.
  private static let leastBeacons = 3, leastPoints = 12

  /// How one more beacon is expected to be heard at a surveyed place: as the median of those there.
  ///
  /// Each is fitted with the decay that the survey itself was smoothed about, at the points where it is
  /// heard; so walls and shelves are in it as they are on average. Where there are too few beacons it
  /// is the usual one with the survey's noise.
  ///
  /// - Parameter map: The survey's map.
  public init(of map: RadioMap) {
    var (powers, exponents, doubts): ([Double], [Double], [Double]) = ([], [], [])
    for field in map.fields {
      guard map.senders.indices.contains(field.sender), map.senders[field.sender].isBeacon,
        map.planes.indices.contains(field.plane), map.planes[field.plane].ordinal != nil
      else { continue }
      let points = Self.points(of: field, in: map)
      // Through floors beacons are another matter.
      guard points.count >= Self.leastPoints, points.contains(where: { $0.level > -75 }) else {
        continue
      }
      let decay = SignalDecay(points)
      powers.append(decay.power)
      exponents.append(decay.exponent)
      doubts += points.map { $0.variance.squareRoot() }
    }
    let usual = Self.usual
    guard powers.count >= Self.leastBeacons else {
      self.init(
        power: usual.power, exponent: usual.exponent, overheadMetres: usual.overheadMetres,
        noise: map.beaconNoise, doubt: 3)
      return
    }
    self.init(
      power: powers.middle() ?? 0, exponent: exponents.middle() ?? 0,
      overheadMetres: SignalDecay.overhead, noise: map.beaconNoise, doubt: doubts.middle() ?? 0)
  }

  private static func points(of field: RadioMap.Field, in map: RadioMap) -> [SurveyPoint] {
    let plane = map.planes[field.plane]
    var points: [SurveyPoint] = []
    for row in field.row..<field.row + field.rows {
      for column in field.column..<field.column + field.columns {
        guard let value = map.value(field, column: column, row: row),
          value.level >= ExpectedAccuracy.faintest
        else { continue }
        points.append(
          SurveyPoint(
            point: plane.point(column: column, row: row), level: value.level,
            variance: value.doubt * value.doubt))
      }
    }
    return points
  }
}
