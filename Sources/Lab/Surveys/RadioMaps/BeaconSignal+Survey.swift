import Kernel
public import Maps
public import Scoring

extension BeaconSignal {
  /// Min number of well-received beacons, and min number of points per beacon, for a survey's parameters.
  private static let minBeacons = 3, minPoints = 12

  /// Path loss parameters of a typical beacon in a surveyed venue: the medians over its beacons.
  ///
  /// Each beacon is fitted with the survey's own path loss model, at the points where it is received; walls
  /// and shelves are therefore included on average. With too few beacons, default parameters are used with the
  /// survey's noise.
  ///
  /// - Parameter map: The survey's map.
  public init(of map: RadioMap) {
    var (powers, exponents, sigmas): ([Double], [Double], [Double]) = ([], [], [])
    for field in map.fields {
      guard map.senders.indices.contains(field.sender), map.senders[field.sender].isBeacon,
        map.planes.indices.contains(field.plane), map.planes[field.plane].ordinal != nil
      else { continue }
      let points = Self.points(of: field, in: map)
      // Excludes beacons received through floors only.
      guard points.count >= Self.minPoints, points.contains(where: { $0.level > -75 }) else {
        continue
      }
      let decay = SignalDecay(points)
      powers.append(decay.power)
      exponents.append(decay.exponent)
      sigmas += points.map { $0.variance.squareRoot() }
    }
    let usual = Self.usual
    guard powers.count >= Self.minBeacons else {
      self.init(
        power: usual.power, exponent: usual.exponent, overheadMetres: usual.overheadMetres,
        noise: map.beaconNoise, sigma: 3)
      return
    }
    self.init(
      power: powers.middle() ?? 0, exponent: exponents.middle() ?? 0,
      overheadMetres: SignalDecay.overhead, noise: map.beaconNoise, sigma: sigmas.middle() ?? 0)
  }

  private static func points(of field: RadioMap.CoverageWindow, in map: RadioMap) -> [SurveyPoint] {
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
            variance: value.sigma * value.sigma))
      }
    }
    return points
  }
}
