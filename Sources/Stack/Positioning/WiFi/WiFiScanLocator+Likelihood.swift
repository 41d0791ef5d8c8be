package import Geometry
import Glibc
import Kernel
import Numerics
import Observations

extension WiFiScanLocator {
  /// Prior from the previous position: a bounded normal.
  struct Prior: Sendable {
    let point: Vec2
    private let width: Double
    private let maximum: Double

    /// Creates a prior; nil for an invalid or old position.
    init?(_ fix: LocationFix, at time: SimTime, _ plane: LocalPlane, _ parameters: Hint) {
      let age = abs((time - fix.time).seconds)
      guard fix.horizontalAccuracyMetres >= 0, age < parameters.maxAgeSeconds,
        TileAddress(containing: fix.coordinate) != nil
      else { return nil }
      point = plane.point(fix.coordinate)
      width = fix.horizontalAccuracyMetres + parameters.maxSpeed * age + parameters.slackMetres
      maximum = parameters.maxCost
    }

    func score(_ position: Vec2) -> Double {
      -min(maximum, (position - point).squaredLength / (2 * width * width))
    }
  }

  /// Likelihood maximum, with the RSSI offset of the phone there.
  struct LikelihoodPeak {
    var point: Vec2
    var bias: Double
    var score: Double
  }

  /// Returns the mixture likelihood of a reading at a position, with its residual and variance.
  @inline(__always)
  private func fit(
    _ group: ReceivedTransmitter, at place: Vec2, bias: Double
  ) -> (likelihood: Double, residual: Double, variance: Double) {
    let stray = parameters.strayChance / parameters.straySpanDecibels
    let sigma = parameters.levelSigmaDecibels
    let fall = parameters.pathLossDecibels
    var best = (likelihood: stray, residual: 0.0, variance: sigma * sigma)
    for index in group.candidates {
      let candidate = candidates[index]
      let square = (place - candidate.point).squaredLength / 900 + candidate.soft
      let expected = candidate.level - fall / 2 * log10(square)
      let residual = group.level - expected - bias
      // Effect of the position's spread on the level: 13 dB per factor of e.
      let slope = fall / 2.302_585_092_994
      let variance = sigma * sigma + slope * slope * candidate.spread / square
      let likelihood =
        (1 - parameters.strayChance) * exp(-residual * residual / (2 * variance))
        / (2 * .pi * variance).squareRoot()
      if likelihood + stray > best.likelihood {
        best = (likelihood + stray, residual, variance)
      }
    }
    return best
  }

  /// Returns the log likelihood of all readings.
  func score(_ position: Vec2, bias: Double) -> Double {
    scores(at: SIMD4(repeating: position.x), SIMD4(repeating: position.y), bias: bias)[0]
  }

  /// Returns the log likelihood of all readings at several positions.
  package func scores(at places: [Vec2], bias: Double) -> [Double] {
    var found: [Double] = []
    found.reserveCapacity(places.count)
    for start in stride(from: 0, to: places.count, by: 4) {
      let some = places[start..<min(start + 4, places.count)]
      var (x, y) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
      for (lane, place) in some.enumerated() { (x[lane], y[lane]) = (place.x, place.y) }
      let four = scores(at: x, y, bias: bias)
      for lane in 0..<some.count { found.append(four[lane]) }
    }
    return found
  }

  /// Log likelihood of all readings at four positions: SIMD version of ``fit(_:at:bias:)``.
  private func scores(
    at x: SIMD4<Double>, _ y: SIMD4<Double>, bias: Double
  ) -> SIMD4<Double> {
    let stray = parameters.strayChance / parameters.straySpanDecibels
    let usual = parameters.levelSigmaDecibels * parameters.levelSigmaDecibels
    // Path loss per factor of e of the distance, and of its square.
    let slope = parameters.pathLossDecibels / naturalDecade
    let fall = slope / 2
    let (certain, ones) = (1 - parameters.strayChance, SIMD4(repeating: 1.0))
    var (sum, product) = (SIMD4<Double>.zero, ones)
    for (number, group) in groups.enumerated() {
      var best = SIMD4<Double>.zero
      for index in group.candidates {
        let candidate = candidates[index]
        let (east, north) = (x - candidate.point.x, y - candidate.point.y)
        let square = (east * east + north * north) / 900 + candidate.soft
        let expected = candidate.level - fall * logarithm(square)
        let residual = group.level - expected - bias
        let variance = usual + slope * slope * candidate.spread / square
        let likelihood =
          certain * exponential(-residual * residual / (2 * variance))
          / (2 * .pi * variance).squareRoot()
        best.replace(with: likelihood, where: likelihood .> best)
      }
      product *= best + stray
      // Takes the logarithm every 16 factors, to avoid underflow.
      if number & 15 == 15 {
        sum += logarithm(product)
        product = ones
      }
    }
    return sum + logarithm(product)
  }

  /// Returns the expected number of readings that a position explains.
  func support(at place: Vec2, bias: Double) -> Double {
    let stray = parameters.strayChance / parameters.straySpanDecibels
    return groups.reduce(0) { $0 + 1 - stray / fit($1, at: place, bias: bias).likelihood }
  }

  /// Returns the RSSI offset of the phone by robust weighted least squares with a zero prior.
  private func bias(at place: Vec2, from old: Double) -> Double {
    let stray = parameters.strayChance / parameters.straySpanDecibels
    var (sum, weight) = (0.0, 1 / (parameters.phoneSigmaDecibels * parameters.phoneSigmaDecibels))
    // Shadowing is shared, so many readings count as a few independent ones.
    let share = min(1, parameters.independentReadings / Double(max(1, groups.count)))
    for group in groups {
      let fit = fit(group, at: place, bias: old)
      let trust = share * (1 - stray / fit.likelihood) / fit.variance
      sum += trust * (fit.residual + old)
      weight += trust
    }
    return sum / weight
  }

  /// Hill climbing in eight directions, with halved steps at a maximum.
  func climb(from start: Vec2) -> LikelihoodPeak {
    var peak = LikelihoodPeak(point: start, bias: bias(at: start, from: 0), score: 0)
    peak.score = score(start, bias: peak.bias)
    let search = parameters.search
    var step = search.firstStepMetres
    var rounds = 0
    while step > search.lastStepMetres, rounds < search.maxRounds {
      rounds += 1
      var isBetter = false
      let center = peak.point
      let places = (0..<8).map { center + Vec2(angle: Double($0) * .pi / 4, length: step) }
      for (place, found) in zip(places, scores(at: places, bias: peak.bias))
      where found > peak.score {
        peak.score = found
        peak.point = place
        isBetter = true
      }
      if !isBetter {
        step /= 2
        peak.bias = bias(at: peak.point, from: peak.bias)
        peak.score = score(peak.point, bias: peak.bias)
      }
    }
    return peak
  }

  /// True if a position far from the maximum explains about as many readings.
  func hasAlternative(
    of peak: LikelihoodPeak, _ starts: [Vec2], _ scores: [Double], _ prior: Prior?
  ) -> Bool {
    let far = starts.indices.filter {
      starts[$0].distance(to: peak.point) > parameters.separationMetres
    }
    guard let other = far.max(by: { scores[$0] < scores[$1] }) else { return false }
    let alternative = climb(from: starts[other])
    guard alternative.point.distance(to: peak.point) > parameters.separationMetres,
      peak.score + (prior?.score(peak.point) ?? 0) - alternative.score
        - (prior?.score(alternative.point) ?? 0) < parameters.alternativeMargin
    else { return false }
    return support(at: alternative.point, bias: alternative.bias)
      >= parameters.alternativeShare * support(at: peak.point, bias: peak.bias)
  }

  /// Returns mean and 68 % radius of the likelihood on a grid.
  func belief(around peak: LikelihoodPeak) -> (mean: Vec2, radius: Double) {
    let share = min(1, parameters.independentReadings / Double(max(1, groups.count)))
    let grid = parameters.search
    let half = max(1, grid.gridHalf)
    var spacing = grid.gridMetres
    var mean = peak.point
    var radius = Double.infinity
    // First on a coarse grid, then with a spacing adapted to the radius.
    for _ in 0..<max(1, grid.gridPasses) {
      let center = mean
      var (weight, sum, square) = (0.0, Vec2.zero, (x: 0.0, y: 0.0, xy: 0.0))
      let offsets = (-half...half).flatMap { row in
        (-half...half).map { Vec2(Double($0), Double(row)) * spacing }
      }
      let heights = scores(at: offsets.map { center + $0 }, bias: peak.bias)
      for (offset, found) in zip(offsets, heights) {
        let share = exp(min(20, share * (found - peak.score)))
        weight += share
        sum += offset * share
        square.x += share * offset.x * offset.x
        square.y += share * offset.y * offset.y
        square.xy += share * offset.x * offset.y
      }
      guard weight > 0 else { break }
      let shift = sum / weight
      mean = center + shift
      let x = max(0, square.x / weight - shift.x * shift.x)
      let y = max(0, square.y / weight - shift.y * shift.y)
      let xy = square.xy / weight - shift.x * shift.y
      radius = Self.radius(x, y, xy)
      let fitting = min(
        grid.maxGridMetres, max(grid.minGridMetres, radius * grid.gridShare))
      if fitting < spacing * grid.coarserShare, fitting > spacing * grid.finerShare { break }
      spacing = fitting
    }
    return (mean, radius)
  }

  /// Returns the distance of a transmitter by its level, in m.
  private func reach(_ group: ReceivedTransmitter, _ candidate: Candidate) -> Double {
    min(
      parameters.maxReachMetres,
      30 * pow(10, (candidate.level - group.level) / parameters.pathLossDecibels))
  }

  /// Returns the distance of the nearest consistent transmitter by its level, in m.
  func nearestReach(of peak: LikelihoodPeak) -> Double {
    let stray = parameters.strayChance / parameters.straySpanDecibels
    var nearest = parameters.maxReachMetres
    for group in groups
    where fit(group, at: peak.point, bias: peak.bias).likelihood > parameters.fitOdds * stray {
      for index in group.candidates { nearest = min(nearest, reach(group, candidates[index])) }
    }
    return nearest
  }

  /// Returns the weighted centroid of few transmitters, and their distance in open areas.
  func fewBelief(around peak: LikelihoodPeak) -> (mean: Vec2, radius: Double) {
    let few = parameters.few
    let soft = few.softeningMetres * few.softeningMetres
    var (weight, sum, radius) = (0.0, Vec2.zero, 0.0)
    for group in groups {
      let near = group.candidates.min {
        candidates[$0].point.distance(to: peak.point)
          < candidates[$1].point.distance(to: peak.point)
      }
      guard let near, candidates[near].point.distance(to: peak.point) < few.separationMetres
      else { continue }
      let distance = reach(group, candidates[near])
      let share = 1 / (distance * distance + soft)
      weight += share
      sum += candidates[near].point * share
      radius += share * distance
    }
    guard weight > 0 else { return (peak.point, .infinity) }
    let open = few.openFactor * radius / weight
    return (sum / weight, max(few.minRadiusMetres, open) / parameters.accuracyFactor)
  }

  /// Returns the 68 % radius of a two-dimensional normal distribution.
  ///
  /// The squared radius is 2.28 variances if circular and one variance on a line; nearly a parabola
  /// of the elongation in between.
  private static func radius(_ x: Double, _ y: Double, _ xy: Double) -> Double {
    let total = x + y
    guard total > 0 else { return 0 }
    let length = ((x - y) * (x - y) + 4 * xy * xy).squareRoot() / total
    return (total * (1.14 - 0.15 * length * length)).squareRoot()
  }
}
