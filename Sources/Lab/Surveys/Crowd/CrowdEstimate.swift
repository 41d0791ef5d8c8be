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

/// Where an access point seems to be by all reports of it.
///
/// The place from which the levels fall off best with distance, robustly: a report that doesn't fit
/// loses its say. Where reports of late and old ones disagree by more than a house, the late ones
/// are believed; what is heard all over town is carried about, and left out.
struct CrowdEstimate {
  /// How far a report may be from the place to fit, in m: a strong radio in the open.
  private static let reach = 180.0
  /// One standard deviation of levels, in dB, and of the phones' own offsets.
  private static let sigma = 9.0
  /// The least spread, in m.
  private static let leastSpread = 6.0
  /// The share of reports that must fit.
  private static let leastShare = 0.6

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
    guard near.count >= 2, Double(near.count) >= Self.leastShare * Double(chosen.count) else {
      return nil
    }
    let people = Set(near.map(\.contributor)).count
    let found = Self.climb(near, from: start)
    point = found.point
    level = found.level
    // Errors of one phone along its way are much the same: they shrink with contributors only.
    let mean = near.reduce(0) { $0 + $1.radius * $1.radius } / Double(near.count)
    let shared = mean / 2.28 / Double(people)
    // Twice what the fall of levels says: access points stand aside of where they are heard, behind
    // walls that no such law knows. With that, 68 % lie within 1.5 spreads of the truth.
    spread = max(Self.leastSpread, 2 * (found.variance + shared).squareRoot())
    reports = near.count
    contributors = people
    self.isFresh = isFresh
  }

  /// The median place, by weight of the level.
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

  /// The place, level and variance of the place along each axis.
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
    // The curvature of the misfit, over a step of 15 m.
    var variance = 0.0
    for way in [Vec2(15, 0), Vec2(0, 15)] {
      let bend =
        (misfit(sightings, point + way, start).cost + misfit(sightings, point - way, start).cost
          - 2 * cost) / 225
      variance += 0.5 / max(bend, 1 / 1600)
    }
    return (point, level, variance)
  }

  /// The misfit of levels at a place, in halves of squared sigmas, and the level 30 m off.
  private static func misfit(
    _ sightings: [CrowdSighting], _ place: Vec2, _ start: Vec2
  ) -> (cost: Double, level: Double) {
    var levels: [Double] = []
    levels.reserveCapacity(sightings.count)
    for sighting in sightings {
      let soft = 100 + sighting.radius * sighting.radius / 2.28
      let square = ((sighting.point - place).squaredLength + soft) / 900
      levels.append(sighting.level + KnownTransmitter.decibelsPerDecade / 2 * log10(square))
    }
    // Radios differ by some 8 dB about -70 dBm, so that few reports don't tell absurd levels.
    let prior = 1.3
    let level = (levels.reduce(0, +) - 70 * prior) / (Double(levels.count) + prior)
    var cost = (level + 70) * (level + 70) / (2 * 64)
    for value in levels {
      let ratio = (value - level) / sigma
      // Student's law of four degrees of freedom.
      cost += 2.5 * log(1 + ratio * ratio / 4)
    }
    // A house is rarely farther from the street than that.
    cost += (place - start).squaredLength / (2 * 50 * 50)
    return (cost, level)
  }
}
