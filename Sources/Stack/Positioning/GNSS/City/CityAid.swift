import Geometry
import Glibc
public import Maps
import Observations

/// Shadow matching: aids the GNSS filter with a 3D building map, by C/N0 and pseudoranges.
///
/// A grid filter around the receiver, whose weights move with the filter's motion. At each position
/// the buildings hide other satellites. In line of sight the signal should be strong and its range
/// right; behind buildings it should be weak or missing, and the range late. Sources: P. D. Groves,
/// J. Navigation 64 (2011); L. Wang, P. D. Groves and M. K. Ziebart, J. Navigation 66 (2013); with
/// ranges: P. D. Groves and M. Adjrad, GPS Solutions 21 (2017).
public struct CityAid: Sendable {
  public let parameters: Parameters
  /// Width of the grid, in positions.
  private let breadth: Int
  private var skylines: CitySkylines
  private let mapFrame: LocalFrame
  /// Weights of the grid positions; `column` and `row` are the grid's minimum on the map's lattice.
  private var weights: [Float]
  private var scratch: [Float]
  private var column = 0
  private var row = 0
  private var isPlaced = false
  /// Displacement since the last shift of the weights, in m.
  private var gone = Vec2.zero
  private var sights: [SatelliteView] = []
  /// Range residuals at the filter's position and clocks, in m; positive if the range is too long.
  private var residuals: [Double] = []

  private struct SatelliteView: Sendable {
    var direction: Int
    var tangent: Float
    var east, north: Float
    var excess: Float
    var inverse: Float
    var clock: Int
    /// Signal strength costs, in line of sight and hidden.
    var seen, hidden: Float
    var likelihood: Float = 0
  }

  /// Costs of ranges.
  private struct RangeCosts {
    let rangeLimit, earlyLimit, clockTie, hidden: Float

    init(_ parameters: Parameters) {
      (rangeLimit, earlyLimit) = (Float(parameters.rangeLimit), Float(parameters.earlyLimit))
      (clockTie, hidden) = (parameters.clockTie, parameters.hiddenCost)
    }
  }

  /// Position estimate of the grid.
  private struct GridEstimate {
    /// Variances in m², east and north in the map's frame.
    var place: Vec2
    var variance: Vec2
  }

  /// Creates an aid from a map; nil if the map has no usable buildings.
  public init?(_ map: VenueMap, parameters: Parameters = Parameters()) {
    guard
      let skylines = CitySkylines(map, spacing: parameters.spacing, parameters: parameters.skylines)
    else { return nil }
    self.parameters = parameters
    breadth = 2 * parameters.half + 1
    weights = [Float](repeating: 0, count: breadth * breadth)
    scratch = weights
    self.skylines = skylines
    mapFrame = map.frame
    sights.reserveCapacity(80)
    residuals.reserveCapacity(80)
  }

  /// Discards the grid.
  mutating func reset() { isPlaced = false }

  /// Updates a track with the grid's position, and the lines with their sight probabilities.
  ///
  /// - Parameters:
  ///   - track: The filter's track.
  ///   - lines: Lines of sight of the epoch.
  ///   - lack: Returns the C/N0 deficit of a line, in dB.
  ///   - elapsed: Time since the previous epoch, in s.
  mutating func help(
    _ track: inout GNSSTrack, _ lines: inout [GNSSSightline], lack: (GNSSSightline) -> Double,
    _ elapsed: Double
  ) {
    guard let frame = track.frame else { return }
    let here = track.ecefPosition
    residuals.removeAll(keepingCapacity: true)
    for index in lines.indices { residuals.append(track.residual(&lines, index, from: here)) }
    let place = mapFrame.enu(of: here)
    let velocity = track.isStill ? Vec3.zero : track.state.velocity
    let answer = weigh(
      &lines, lack: lack, at: place, sigma: track.state.horizontalVariance.squareRoot(),
      velocity: velocity.xy, elapsed: elapsed)
    guard let answer else { return }
    let reported = Vec3(answer.place.x, answer.place.y, place.z)
    // The grid's error is correlated in time, so its variance is inflated by the number of epochs.
    let repeats = max(1, 2 * parameters.lastingSeconds / elapsed)
    track.state.observe(
      frame.enu(of: mapFrame.ecef(of: reported)).xy, variance: answer.variance * repeats)
  }

  /// Updates the grid's weights with an epoch.
  ///
  /// - Parameters:
  ///   - lines: Lines of sight of the epoch, described from `position`.
  ///   - lack: Returns the C/N0 deficit of a line, in dB.
  ///   - position: Position of the filter in the map's frame.
  ///   - sigma: Sigma of `position`, in m.
  ///   - velocity: East and north, in m/s.
  ///   - elapsed: Time since the previous epoch, in s.
  /// - Returns: Mean and variance of the grid; nil where no building hides a satellite.
  private mutating func weigh(
    _ lines: inout [GNSSSightline], lack: (GNSSSightline) -> Double, at position: Vec3,
    sigma: Double, velocity: Vec2, elapsed: Double
  ) -> GridEstimate? {
    let spacing = parameters.spacing
    if !isPlaced { begin(position, sigma) }
    gone += velocity * elapsed
    follow(Vec2(position.x, position.y), elapsed)
    sights.removeAll(keepingCapacity: true)
    for (index, line) in lines.enumerated() {
      sights.append(sight(of: line, excess: residuals[index], missing: lack(line)))
    }
    guard sights.count >= parameters.minimum else { return nil }
    let isMixed = judge(Vec2(position.x, position.y))
    for index in lines.indices {
      let minimum = parameters.minSight
      lines[index].sight = isMixed ? minimum + (1 - minimum) * Double(sights[index].likelihood) : 1
    }
    guard isMixed else { return nil }
    var sum = SIMD4<Double>.zero
    var squares = Vec2.zero
    for y in 0..<breadth {
      for x in 0..<breadth {
        let weight = Double(weights[y * breadth + x])
        let east = Double(column + x) * spacing + gone.x
        let north = Double(row + y) * spacing + gone.y
        let (e, n) = (east - position.x, north - position.y)
        sum += SIMD4(weight, weight * e, weight * n, 0)
        squares += Vec2(weight * e * e, weight * n * n)
      }
    }
    guard sum[0] > 0 else {
      isPlaced = false
      return nil
    }
    let mean = Vec2(sum[1], sum[2]) / sum[0]
    let grain = spacing * spacing / 12 + parameters.mapSigma * parameters.mapSigma
    return GridEstimate(
      place: mean + Vec2(position.x, position.y),
      variance: Vec2(
        squares.x / sum[0] - mean.x * mean.x + grain, squares.y / sum[0] - mean.y * mean.y + grain))
  }

  /// Returns the grid's terms of a line, given its range residual in m and C/N0 deficit in dB.
  private func sight(of line: GNSSSightline, excess: Double, missing: Double) -> SatelliteView {
    let p = parameters
    let direction = mapFrame.enu(ofVector: line.direction)
    let seen = (missing - p.seenLack) / p.seenSpread
    let hidden = (missing - p.hiddenLack) / p.hiddenSpread
    // One-sided: a line in sight is never too strong, a hidden one never too weak.
    let seenCost = 0.5 * max(0, seen) * max(0, seen) + log(p.seenSpread)
    let hiddenCost = 0.5 * min(0, hidden) * min(0, hidden) + log(p.hiddenSpread)
    return SatelliteView(
      direction: CitySkylines.direction(east: direction.x, north: direction.y),
      tangent: Float(direction.z / max(direction.xy.length, 1e-3)), east: Float(direction.x),
      north: Float(direction.y), excess: Float(excess),
      inverse: Float(1 / (line.noise + line.slow + p.rangeSigma * p.rangeSigma)),
      clock: line.clock, seen: Float(min(seenCost, p.maxStrengthCost)),
      hidden: Float(min(hiddenCost, p.maxStrengthCost)))
  }

  private mutating func begin(_ position: Vec3, _ sigma: Double) {
    let spacing = parameters.spacing
    column = Int((position.x / spacing).rounded()) - parameters.half
    row = Int((position.y / spacing).rounded()) - parameters.half
    gone = .zero
    let scale = 0.5 / max(sigma * sigma, spacing * spacing)
    for y in 0..<breadth {
      for x in 0..<breadth {
        let e = Double(column + x) * spacing - position.x
        let n = Double(row + y) * spacing - position.y
        weights[y * breadth + x] = Float(exp(-min(scale * (e * e + n * n), 30)) + 1e-6)
      }
    }
    isPlaced = true
  }

  /// Moves the weights with the receiver, diffuses them and keeps the grid centred on the filter.
  private mutating func follow(_ position: Vec2, _ elapsed: Double) {
    let spacing = parameters.spacing
    // The weights stay on the lattice and move by whole steps.
    let stepX = Int((gone.x / spacing).rounded())
    let stepY = Int((gone.y / spacing).rounded())
    gone -= Vec2(Double(stepX), Double(stepY)) * spacing
    column += stepX
    row += stepY
    let centreX = Int((position.x / spacing).rounded()) - parameters.half
    let centreY = Int((position.y / spacing).rounded()) - parameters.half
    let (offX, offY) = (centreX - column, centreY - row)
    guard abs(offX) < breadth, abs(offY) < breadth else {
      isPlaced = false
      begin(Vec3(position.x, position.y, 0), 10)
      return
    }
    let maximum = parameters.rollPositions
    if abs(offX) > maximum || abs(offY) > maximum { roll(offX, offY) }
    blur(Float(min(parameters.maxBlur, parameters.wandering * elapsed / (spacing * spacing))))
  }

  private mutating func roll(_ x: Int, _ y: Int) {
    for r in 0..<breadth {
      for c in 0..<breadth {
        let (fromR, fromC) = (r + y, c + x)
        let inside = fromR >= 0 && fromR < breadth && fromC >= 0 && fromC < breadth
        scratch[r * breadth + c] = inside ? weights[fromR * breadth + fromC] : 1e-6
      }
    }
    swap(&weights, &scratch)
    column += x
    row += y
  }

  private mutating func blur(_ share: Float) {
    let n = breadth
    for r in 0..<n {
      for c in 0..<n {
        let here = weights[r * n + c]
        let around =
          weights[max(r - 1, 0) * n + c] + weights[min(r + 1, n - 1) * n + c]
          + weights[r * n + max(c - 1, 0)] + weights[r * n + min(c + 1, n - 1)]
        scratch[r * n + c] = here * (1 - 4 * share) + around * share + 1e-7
      }
    }
    swap(&weights, &scratch)
  }

  /// Multiplies each weight by its position's likelihood; true if buildings hide a satellite.
  private mutating func judge(_ position: Vec2) -> Bool {
    let (hiddenAny, minimum) = price(position)
    let evidence = Float(parameters.evidence)
    var total: Float = 0
    for cell in 0..<breadth * breadth {
      let weight = weights[cell] * expf(-min(evidence * (scratch[cell] - minimum), 30))
      weights[cell] = weight
      total += weight
    }
    guard total > 0, total.isFinite else {
      isPlaced = false
      return false
    }
    shareOut(total)
    return hiddenAny
  }

  /// Computes each position's cost, of which only differences matter.
  ///
  /// Returns whether buildings hide a satellite from any position, and the minimum cost.
  private mutating func price(_ position: Vec2) -> (hiddenAny: Bool, minimum: Float) {
    let n = breadth
    let spacing = parameters.spacing
    let insideCost = parameters.insideCost
    let costs = RangeCosts(parameters)
    var minimum = Float.infinity
    var hiddenAny = false
    for r in 0..<n {
      for c in 0..<n {
        let cell = r * n + c
        let line = skylines.skyline(column + c, row + r)
        guard skylines.tangent(line, 0) >= 0 else {
          // Indoors the received satellites are not those of the epoch.
          scratch[cell] = insideCost
          continue
        }
        let east = Float(Double(column + c) * spacing + gone.x - position.x)
        let north = Float(Double(row + r) * spacing + gone.y - position.y)
        let cost = cost(costs, line, east, north, &hiddenAny)
        scratch[cell] = cost
        minimum = min(minimum, cost)
      }
    }
    return (hiddenAny, minimum)
  }

  /// Returns the cost of a position `east` and `north` of the filter's, with skyline `line`.
  @inline(__always)
  private func cost(
    _ costs: RangeCosts, _ line: Int, _ east: Float, _ north: Float, _ hiddenAny: inout Bool
  ) -> Float {
    // Clock residuals, estimated from the satellites in sight of the position.
    var sums = SIMD4<Float>.zero
    var counts = SIMD4<Float>.zero
    for sight in sights where sight.tangent > skylines.tangent(line, sight.direction) {
      let residual = sight.excess + sight.east * east + sight.north * north
      let size = residual * residual * sight.inverse
      let weight = sight.inverse / (1 + size / costs.rangeLimit)
      sums[sight.clock] += weight * residual
      counts[sight.clock] += weight
    }
    var cost: Float = 0
    for sight in sights {
      let known = counts[sight.clock]
      let clock = known > 0 ? sums[sight.clock] / (known + costs.clockTie) : 0
      let residual = sight.excess + sight.east * east + sight.north * north - clock
      let size = residual * residual * sight.inverse
      if sight.tangent > skylines.tangent(line, sight.direction) {
        cost += sight.seen + 0.5 * size / (1 + size / costs.rangeLimit)
      } else {
        hiddenAny = true
        // An NLOS range is late by up to some hundred metres, but never early.
        cost += sight.hidden + costs.hidden
        if residual < 0 { cost += 0.5 * size / (1 + size / costs.earlyLimit) }
      }
    }
    return cost
  }

  /// Normalises the weights and sums each line's sight probability.
  private mutating func shareOut(_ total: Float) {
    let minLikelihood = parameters.minLikelihood
    for r in 0..<breadth {
      for c in 0..<breadth {
        let weight = weights[r * breadth + c] / total
        weights[r * breadth + c] = weight
        guard weight > minLikelihood else { continue }
        let line = skylines.skyline(column + c, row + r)
        for index in sights.indices
        where sights[index].tangent > skylines.tangent(line, sights[index].direction) {
          sights[index].likelihood += weight
        }
      }
    }
  }
}
