import Geometry
import Glibc
import Numerics

/// How a transmitter's strength falls off with the way to it, where neither is known beforehand.
///
/// level = power - 10 exponent log₁₀ d: the mean that a Gaussian process then mends. The place is
/// searched around the strongest readings, the rest is least squares with what is usual as a prior.
struct SignalDecay: Sendable {
  /// The usual power at 1 m in dBm, the usual exponent, and how far they differ (domain figures after
  /// 802.11 and BLE measurements indoors).
  private static let usual = (power: -42.0, exponent: 2.6, powerSpread: 12.0, exponentSpread: 0.6)
  /// How far overhead a transmitter is, in m; it keeps the mean finite.
  static let overhead = 2.5
  /// How far around the strongest readings the place is searched, in m.
  private static let reaches = [-12.0, -6, -3, 0, 3, 6, 12]

  /// Where it seems to be.
  private(set) var place: Vec2
  /// In dBm at 1 m.
  private(set) var power: Double
  /// 2 in free space.
  private(set) var exponent: Double

  /// Fits.
  ///
  /// - Parameter points: Where it was heard how strongly, and how sure each is, as a variance in dB².
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
    // The nearest and strongest say where it is; a sample of the rest says how it falls off.
    let step = max(1, order.count / 80)
    let sample = order.enumerated().filter { $0.offset < 20 || $0.offset % step == 0 }
      .map { points[$0.element] }
    var best = Double.infinity
    var decades = [Double](repeating: 0, count: sample.count)
    for east in Self.reaches {
      for north in Self.reaches {
        let trial = Self.fit(sample, around: middle + Vec2(east, north), &decades)
        // Far from where it is strongest is less likely beforehand.
        let cost = trial.cost + (east * east + north * north) / (2 * 64)
        guard cost < best else { continue }
        best = cost
        (place, power, exponent) = (middle + Vec2(east, north), trial.power, trial.exponent)
      }
    }
  }

  /// Beyond which way, squared, the mean is surely below a level; no less than where it is so.
  func squaredReach(of level: Double) -> Double {
    guard exponent > 0 else { return .infinity }
    return pow(10, (power - level) / (5 * exponent)) * (1 + 1e-9)
  }

  /// The mean at a point, in dBm.
  func level(at point: Vec2) -> Double { power - exponent * Self.decades(place, point) }

  private static func decades(_ place: Vec2, _ point: Vec2) -> Double {
    5 * log10((point - place).squaredLength + overhead * overhead)
  }

  /// The same of many points, four at a time.
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

  /// The likeliest power and exponent of a sender at a place; `ways` is memory for the logs of the ways.
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
      // Shadows of some decibels come on top of what a reading is unsure by.
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

/// What is known of a transmitter's strength at one point.
struct SurveyPoint: Sendable {
  var point: Vec2
  /// In dBm.
  var level: Double
  /// In dB².
  var variance: Double
  /// Whether it stands for silence.
  var isSilent = false

  /// What it says beside the mean, if readings are as unsure as a kind of shadows says.
  func known(
    beside decay: SignalDecay, _ kind: ShadowProcess.Kind, isBeacon: Bool
  ) -> ShadowProcess.Known {
    let share = kind.noise / (isBeacon ? 5.0 : 4.0)
    return ShadowProcess.Known(
      point: point, rest: level - decay.level(at: point),
      variance: isSilent ? variance : (variance - 1) * share * share + 1)
  }
}
