import Geometry
import Glibc
import Numerics

/// Log-distance path loss fit of a transmitter with unknown position, power and exponent.
///
/// level = power - 10 exponent log₁₀ d: the mean that a Gaussian process refines. The position is found by
/// grid search around the strongest readings; power and exponent by least squares with a prior.
struct SignalDecay: Sendable {
  /// Prior of the power at 1 m in dBm and of the exponent, with their sigmas (domain figures after 802.11 and
  /// BLE measurements indoors).
  private static let usual = (power: -42.0, exponent: 2.6, powerSpread: 12.0, exponentSpread: 0.6)
  /// Height of a transmitter above the phone, in m; it keeps the mean finite.
  static let overhead = 2.5
  /// Offsets of the grid search around the strongest readings, in m.
  private static let reaches = [-12.0, -6, -3, 0, 3, 6, 12]

  /// Estimated position.
  private(set) var place: Vec2
  /// Power at 1 m, in dBm.
  private(set) var power: Double
  /// Path loss exponent; 2 in free space.
  private(set) var exponent: Double

  /// Fits the model.
  ///
  /// - Parameter points: Levels with positions and variances in dB².
  init(_ points: [SurveyPoint]) {
    let order = points.indices.sorted { (points[$0].level, $1) > (points[$1].level, $0) }
    var middle = Vec2.zero
    var sum = 0.0
    for index in order.prefix(5) {
      let weight = pow(10, (points[index].level + 60) / 20)
      middle += points[index].point * weight
      sum += weight
    }
    if sum > 0 { middle = middle / sum }
    (place, power, exponent) = (middle, Self.usual.power, Self.usual.exponent)
    // The 20 strongest determine the position; a sample of the others determines the exponent.
    let step = max(1, order.count / 80)
    let sample = order.enumerated().filter { $0.offset < 20 || $0.offset % step == 0 }
      .map { points[$0.element] }
    var best = Double.infinity
    var decades = [Double](repeating: 0, count: sample.count)
    for east in Self.reaches {
      for north in Self.reaches {
        let trial = Self.fit(sample, around: middle + Vec2(east, north), &decades)
        // Prior: positions far from the strongest readings are less likely.
        let cost = trial.cost + (east * east + north * north) / (2 * 64)
        guard cost < best else { continue }
        best = cost
        (place, power, exponent) = (middle + Vec2(east, north), trial.power, trial.exponent)
      }
    }
  }

  /// Upper bound of the squared distance at which the mean reaches a level.
  func squaredReach(of level: Double) -> Double {
    guard exponent > 0 else { return .infinity }
    return pow(10, (power - level) / (5 * exponent)) * (1 + 1e-9)
  }

  /// The mean at a point, in dBm.
  func level(at point: Vec2) -> Double { power - exponent * Self.decades(place, point) }

  private static func decades(_ position: Vec2, _ point: Vec2) -> Double {
    5 * log10((point - position).squaredLength + overhead * overhead)
  }

  /// Decades of distance to many points, four at a time.
  private static func decades(from place: Vec2, to points: [SurveyPoint], _ ways: inout [Double]) {
    for start in stride(from: 0, to: points.count, by: 4) {
      let end = min(start + 4, points.count)
      var squares = SIMD4(repeating: overhead * overhead)
      for index in start..<end {
        squares[index - start] = (points[index].point - place).squaredLength + overhead * overhead
      }
      let four = 5 / naturalDecade * logarithm(squares)
      for index in start..<end { ways[index] = four[index - start] }
    }
  }

  /// Weighted least-squares fit of power and exponent for a position; `ways` is scratch memory.
  private static func fit(
    _ points: [SurveyPoint], around place: Vec2, _ ways: inout [Double]
  ) -> (power: Double, exponent: Double, cost: Double) {
    let (u, v) = (
      usual.powerSpread * usual.powerSpread, usual.exponentSpread * usual.exponentSpread
    )
    var (a, b, c) = (1 / u, 0.0, 1 / v)
    var (p, q) = (usual.power / u, usual.exponent / v)
    decades(from: place, to: points, &ways)
    for (index, point) in points.enumerated() {
      let x = -ways[index]
      // Shadowing adds a variance of 25 dB² to that of the reading.
      let weight = 1 / (point.variance + 25)
      a += weight
      b += weight * x
      c += weight * x * x
      p += weight * point.level
      q += weight * point.level * x
    }
    let determinant = a * c - b * b
    let power = (c * p - b * q) / determinant
    let exponent = (a * q - b * p) / determinant
    var cost = (power - usual.power) * (power - usual.power) / (2 * u)
    cost += (exponent - usual.exponent) * (exponent - usual.exponent) / (2 * v)
    for (index, point) in points.enumerated() {
      let rest = point.level - power + exponent * ways[index]
      cost += rest * rest / (2 * (point.variance + 25))
    }
    return (power, exponent, cost)
  }
}

/// A transmitter's level at one point.
struct SurveyPoint: Sendable {
  var point: Vec2
  /// In dBm.
  var level: Double
  /// In dB².
  var variance: Double
  /// True if the point stands for no reception.
  var isSilent = false

  /// The residual from the mean, with its variance scaled to the noise of a kind.
  func known(
    beside decay: SignalDecay, _ kind: ShadowProcess.Hyperparameters, isBeacon: Bool
  ) -> ShadowProcess.Known {
    let share = kind.noise / (isBeacon ? 5.0 : 4.0)
    return ShadowProcess.Known(
      point: point, rest: level - decay.level(at: point),
      variance: isSilent ? variance : (variance - 1) * share * share + 1)
  }
}
