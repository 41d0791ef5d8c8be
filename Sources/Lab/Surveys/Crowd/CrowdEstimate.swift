import Geometry
import Glibc
import Positioning

/// One report of an access point.
struct CrowdSighting {
  var point: Vec2
  var radius: Double
  var level: Double
  var contributor: Int
  var isOld: Bool
}

/// Robust position estimate of an access point from all its reports.
///
/// A log-distance path loss model is fitted with a Student's t likelihood, which limits the weight of
/// outliers. If recent and old reports disagree by more than ``reach``, the recent ones are used. An access
/// point that is received all over town is mobile, and rejected.
struct CrowdEstimate {
  /// Max distance from a report to the starting position, in m: a strong transmitter in the open.
  private static let reach = 180.0
  /// Sigma of the levels, in dB, including the phones' own offsets.
  private static let sigma = 9.0
  /// Min spread, in m.
  private static let minSpread = 6.0
  /// Min share of inlying reports.
  private static let minShare = 0.6

  let point: Vec2
  let level: Double
  let spread: Double
  let reports: Int
  let contributors: Int
  let isFresh: Bool

  init?(_ all: [CrowdSighting]) {
    let late = all.filter { !$0.isOld }
    let isFresh = late.count >= 2
    var chosen = isFresh ? late : all
    let start = Self.middle(of: chosen)
    if isFresh { chosen += all.filter { $0.isOld && $0.point.distance(to: start) < Self.reach } }
    let near = chosen.filter { $0.point.distance(to: start) < Self.reach }
    guard near.count >= 2, Double(near.count) >= Self.minShare * Double(chosen.count) else {
      return nil
    }
    let people = Set(near.map(\.contributor)).count
    let found = Self.climb(near, from: start)
    point = found.point
    level = found.level
    // A phone's position errors are correlated along its path; they average out over contributors only.
    let mean = near.reduce(0) { $0 + $1.radius * $1.radius } / Double(near.count)
    let shared = mean / 2.28 / Double(people)
    // Twice the spread of the path loss fit: access points stand off the roads, behind walls that the model
    // ignores. With this factor, 68 % lie within 1.5 spreads of the truth.
    spread = max(Self.minSpread, 2 * (found.variance + shared).squareRoot())
    reports = near.count
    contributors = people
    self.isFresh = isFresh
  }

  /// Weighted median position; the weights grow with the level.
  private static func middle(of sightings: [CrowdSighting]) -> Vec2 {
    func median(_ value: (CrowdSighting) -> Double) -> Double {
      let sorted = sightings.sorted { value($0) < value($1) }
      let weights = sorted.map { pow(10, ($0.level + 70) / 20) }
      var left = weights.reduce(0, +) / 2
      for (sighting, weight) in zip(sorted, weights) {
        left -= weight
        if left <= 0 { return value(sighting) }
      }
      return sorted.last.map(value) ?? 0
    }
    return Vec2(median { $0.point.x }, median { $0.point.y })
  }

  /// Pattern search for the minimum misfit: position, level, and variance of the position per axis.
  private static func climb(
    _ sightings: [CrowdSighting], from start: Vec2
  ) -> (point: Vec2, level: Double, variance: Double) {
    var point = start
    var (cost, level) = misfit(sightings, start, start)
    var step = 32.0
    while step > 2 {
      var isBetter = false
      let center = point
      for turn in 0..<8 {
        let place = center + Vec2(angle: Double(turn) * .pi / 4, length: step)
        let found = misfit(sightings, place, start)
        if found.cost < cost {
          (cost, level) = found
          point = place
          isBetter = true
        }
      }
      if !isBetter { step /= 2 }
    }
    // The variance follows from the curvature of the misfit, over a step of 15 m.
    var variance = 0.0
    for way in [Vec2(15, 0), Vec2(0, 15)] {
      let bend =
        (misfit(sightings, point + way, start).cost + misfit(sightings, point - way, start).cost
          - 2 * cost) / 225
      variance += 0.5 / max(bend, 1 / 1600)
    }
    return (point, level, variance)
  }

  /// Negative log-likelihood of the levels for a position, and the level at 30 m.
  private static func misfit(
    _ sightings: [CrowdSighting], _ position: Vec2, _ start: Vec2
  ) -> (cost: Double, level: Double) {
    var levels: [Double] = []
    levels.reserveCapacity(sightings.count)
    for sighting in sightings {
      let soft = 100 + sighting.radius * sighting.radius / 2.28
      let square = ((sighting.point - position).squaredLength + soft) / 900
      levels.append(sighting.level + KnownTransmitter.decibelsPerDecade / 2 * log10(square))
    }
    // Prior of the level: -70 dBm with a sigma of 8 dB, so that few reports give no absurd level.
    let prior = 1.3
    let level = (levels.reduce(0, +) - 70 * prior) / (Double(levels.count) + prior)
    var cost = (level + 70) * (level + 70) / (2 * 64)
    for value in levels {
      let ratio = (value - level) / sigma
      // Student's t-distribution with four degrees of freedom.
      cost += 2.5 * log(1 + ratio * ratio / 4)
    }
    // Prior of the position: buildings are rarely farther from the street than 50 m.
    cost += (position - start).squaredLength / (2 * 50 * 50)
    return (cost, level)
  }
}
