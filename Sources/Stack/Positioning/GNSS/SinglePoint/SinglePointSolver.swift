import Geometry
import Glibc
public import Observations

/// GNSS single-point positioning: Gauss-Newton weighted least squares with RAIM and IRLS.
///
/// Position, velocity and a clock each for GPS, GLONASS, Galileo and BeiDou. Klobuchar ionosphere
/// and Saastamoinen troposphere; weights by reported noise, C/N0, elevation and system. A
/// chi-square test with Baarda's test statistic rejects outliers one by one; if the rest never
/// agrees, IRLS with Huber weights uses all lines. Only a starting position and the inter-system
/// clock offsets, which receivers keep for hours, carry over between epochs.
public struct SinglePointSolver: Sendable {
  public let parameters: Parameters
  var front: GNSSFrontEnd
  /// Last position in ECEF, in m; start of the next iteration.
  var last = Vec3.zero
  /// Inter-system clock offsets to GPS, in m; the variances are infinite if unknown.
  var offsets = SIMD4<Double>.zero
  var offsetVariances = SIMD4<Double>(repeating: .infinity)
  private var scratch: [Double] = []
  /// Iteration state: position and clocks.
  var position = Vec3.zero
  var clocks = SIMD4<Double>.zero
  private var equations = NormalEquations()

  /// Creates a solver without ephemerides.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    front = GNSSFrontEnd(parameters)
    scratch.reserveCapacity(80)
  }

  /// Stores an ephemeris.
  public mutating func receive(_ ephemeris: BroadcastEphemeris) {
    front.orbits.receive(ephemeris)
  }

  /// Sets the line-of-sight probability of a satellite, for example from a building map.
  ///
  /// - Parameters:
  ///   - probability: From 0 to 1, the default; satellites of low probability are rejected.
  ///   - satellite: The satellite.
  public mutating func setSightProbability(_ probability: Double, of satellite: SatelliteID) {
    guard let slot = GNSSSlot.number(of: satellite) else { return }
    front.sights[slot] = probability.isNaN ? 1 : min(max(probability, 0), 1)
  }

  /// Resets all sight probabilities to 1.
  public mutating func clearSightProbabilities() {
    for slot in front.sights.indices { front.sights[slot] = 1 }
  }

  /// Returns the location fix of an epoch; nil without a valid solution.
  public mutating func solve(_ epoch: GNSSEpoch) -> LocationFix? {
    solution(of: epoch)?.fix(
      minSpeed: parameters.courseSpeed, sigmas: parameters.courseSigmas)
  }

  /// Returns the solution of an epoch; nil with too few satellites or inconsistent ranges.
  public mutating func solution(of epoch: GNSSEpoch) -> GNSSSolution? {
    prepare(epoch, near: last)
    return solvePrepared(epoch, from: last)
  }

  /// Lists the lines of sight of an epoch.
  mutating func prepare(_ epoch: GNSSEpoch, near: Vec3) {
    front.prepare(epoch, near: near)
    front.biases.learn(front.lines, at: epoch.time)
    guard parameters.constellations.count < 5 else { return }
    let allowed = parameters.constellations
    front.lines.removeAll { !allowed.contains($0.satellite.constellation) }
  }

  /// Solves the prepared lines.
  mutating func solvePrepared(_ epoch: GNSSEpoch, from start: Vec3) -> GNSSSolution? {
    guard front.lines.count >= 4 else { return nil }
    if let found = search(epoch, from: start) { return found }
    // Retries from scratch after a bad start.
    return start == .zero ? nil : search(epoch, from: .zero)
  }

  private mutating func search(_ epoch: GNSSEpoch, from start: Vec3) -> GNSSSolution? {
    position = start
    clocks = .zero
    for index in front.lines.indices { front.lines[index].trust = 1 }
    if start == .zero {
      guard approach() else { return nil }
      front.prepare(epoch, near: position)
      let allowed = parameters.constellations
      if allowed.count < 5 {
        front.lines.removeAll { !allowed.contains($0.satellite.constellation) }
      }
    }
    let reach = parameters.front.delayReachMetres
    for _ in 0..<4 {
      let from = position
      guard front.describe(from: position, epoch), front.lines.count >= 4, refine() else {
        return nil
      }
      // Delays are valid within `reach`.
      if (position - from).squaredLength < reach * reach { return finished(epoch) }
    }
    return nil
  }

  /// Coarse position from scratch, to some hundred metres, without weights and delays.
  private mutating func approach() -> Bool {
    for _ in 0..<12 {
      let step = step(plain: true)
      guard let step, position.isFinite else { return false }
      if step < 100 { return (6.2e6...6.5e6).contains(position.length) }
    }
    return false
  }

  /// Performs a Gauss-Newton step and returns its length; nil if the equations are singular.
  private mutating func step(plain: Bool) -> Double? {
    let received: SIMD4<Double>
    (equations, received) = Self.equations(&front.lines, from: position, clocks, plain: plain)
    if !plain { tieClocks(received) }
    guard let solved = equations.solved() else { return nil }
    let move = Vec3(solved.solution[0], solved.solution[1], solved.solution[2])
    position += move
    for clock in 0..<4 { clocks[clock] += solved.solution[3 + clock] }
    inverse = solved.inverse
    unknowns = 3 + Int((received.sum()))
    return move.length
  }

  /// Builds the normal equations from all lines, in place.
  ///
  /// - Returns: The equations, and 1 for each observed clock.
  private static func equations(
    _ lines: inout [GNSSSightline], from position: Vec3, _ clocks: SIMD4<Double>, plain: Bool
  ) -> (NormalEquations, received: SIMD4<Double>) {
    var equations = NormalEquations()
    var received = SIMD4<Double>.zero
    var lines = lines.mutableSpan
    for index in lines.indices {
      let range = lines[index].look(from: position)
      let weight = plain ? 1 : lines[index].trust / lines[index].variance
      guard weight > 0 else { continue }
      let (direction, clock) = (lines[index].direction, lines[index].clock)
      received[clock] = 1
      equations.add(
        -direction.x, -direction.y, -direction.z, clock: clock,
        lines[index].range - range - lines[index].delay - clocks[clock], weight: weight)
    }
    return (equations, received)
  }

  var inverse = InlineArray<8, SIMD8<Double>>(repeating: .zero)
  var unknowns = 4

  /// Adds the inter-system clock offsets of earlier epochs as observations.
  private mutating func tieClocks(_ received: SIMD4<Double>) {
    let minimum = parameters.clockOffsetSigmaMetres * parameters.clockOffsetSigmaMetres
    for clock in 1..<4 where received[clock] > 0 && offsetVariances[clock] < .infinity {
      var design = SIMD8<Double>.zero
      design[3 + clock] = 1
      design[3] = -1
      equations.add(
        design, offsets[clock] - (clocks[clock] - clocks[0]),
        weight: 1 / (offsetVariances[clock] + minimum))
    }
  }

  /// RAIM with exclusion: rejects satellites one by one until the chi-square test passes, else
  /// IRLS.
  private mutating func refine() -> Bool {
    for index in front.lines.indices { front.lines[index].trust = 1 }
    var steps = 0
    let share = Int(Double(front.lines.count) * parameters.maxLeftOut)
    var left = min(share, front.lines.count - 4)
    while true {
      var length = Double.infinity
      while length > 0.5 {
        guard steps < 20, let next = step(plain: false), next < 3e6 else { return false }
        length = next
        steps += 1
      }
      let verdict = examine()
      if verdict.agrees { return soften() }
      guard verdict.freedom >= parameters.minFreedom, left > 0, let worst = verdict.worst else {
        break
      }
      front.lines[worst].trust = 0
      left -= 1
    }
    for index in front.lines.indices { front.lines[index].trust = 1 }
    return weighAll()
  }

  /// Reweights lines that passed the test, with Huber weights.
  private mutating func soften() -> Bool {
    guard front.lines.count - unknowns >= parameters.softeningFreedom else { return true }
    let softening = parameters.softening
    for _ in 0..<parameters.softeningRounds {
      for index in front.lines.indices where front.lines[index].trust > 0 {
        let size = abs(residual(front.lines[index])) / front.lines[index].variance.squareRoot()
        front.lines[index].trust = size <= softening ? 1 : softening / size
      }
      guard let length = step(plain: false) else { return false }
      if length < 0.05 { break }
    }
    return true
  }

  /// RAIM: chi-square test of the residuals (Wilson-Hilferty) and the largest Baarda test
  /// statistic.
  ///
  /// The worst line is the one whose exclusion reduces the sum of squares most: w² = r² / (σ² - d C
  /// dᵀ) (W. Baarda, 1968).
  private func examine() -> (agrees: Bool, freedom: Int, worst: Int?) {
    var (squares, count, largest) = (0.0, 0, 0.0)
    var minimum = Double.infinity
    var worst: Int?
    let minRedundancy = parameters.minRedundancy
    for index in front.lines.indices where front.lines[index].trust > 0 {
      let line = front.lines[index]
      let size = residual(line)
      count += 1
      minimum = min(minimum, line.variance)
      squares += size * size / line.variance
      var design = SIMD8<Double>(
        -line.direction.x, -line.direction.y, -line.direction.z, 0, 0, 0, 0, 0)
      design[3 + line.clock] = 1
      var spread = 0.0
      for row in 0..<8 where design[row] != 0 {
        spread += design[row] * (inverse[row] * design).sum()
      }
      let rest = line.variance - spread
      guard rest > minRedundancy * line.variance else { continue }
      let merit = size * size / rest
      if merit > largest { (largest, worst) = (merit, index) }
    }
    guard count > unknowns else { return (true, 0, nil) }
    let n = Double(count - unknowns)
    let root = 1 - 2 / (9 * n) + parameters.agreement * (2 / (9 * n)).squareRoot()
    // Lines of low expected accuracy do not count as redundancy.
    var strong = 0
    let good = parameters.goodFactor * parameters.goodFactor * minimum
    for line in front.lines where line.trust > 0 && line.variance < good { strong += 1 }
    return (squares <= n * root * root * root, strong - unknowns, worst)
  }

  /// IRLS over all lines: alternates Gauss-Newton steps and weights until both converge.
  private mutating func weighAll() -> Bool {
    var previous = Double.infinity
    for round in 0..<parameters.weighingRounds {
      guard let length = step(plain: false), length < 3e6 else { return false }
      // Far from the solution, residuals carry no information on single satellites.
      guard length < 500 else { continue }
      let change = weigh(strictly: round >= parameters.strictRound)
      if length < 0.05, change < 0.02, round >= 2 { return true }
      if length < 0.02, previous < 0.02, round >= 5 { return true }
      previous = length
    }
    return previous < 5
  }

  /// Sets Huber weights by residual over the MAD scale; returns the largest change of a weight.
  private mutating func weigh(strictly: Bool) -> Double {
    scratch.removeAll(keepingCapacity: true)
    for index in front.lines.indices {
      let line = front.lines[index]
      scratch.append(abs(residual(line)) / line.variance.squareRoot())
    }
    let freedom = front.lines.count - unknowns
    guard freedom >= 2 else { return 0 }
    let scale = max(1, min(1.4826 * median(), parameters.maxScale))
    let (huber, rejection) = (parameters.huber, parameters.rejection)
    var change = 0.0
    for index in front.lines.indices {
      let size = scratch[index] / scale
      var trust = size <= huber ? 1 : huber / size
      if strictly, size > rejection { trust = 0 }
      change = max(change, abs(trust - front.lines[index].trust))
      front.lines[index].trust = trust
    }
    return change
  }

  @inline(__always)
  func residual(_ line: GNSSSightline) -> Double {
    var line = line
    let range = line.look(from: position)
    return line.range - range - line.delay - clocks[line.clock]
  }

  /// Median of the scratch values, which stay unsorted; insertion sort suits the small number.
  private func median() -> Double {
    var sorted = InlineArray<80, Double>(repeating: 0)
    let count = min(scratch.count, 80)
    for index in 0..<count {
      let value = scratch[index]
      var place = index
      while place > 0, sorted[place - 1] > value {
        sorted[place] = sorted[place - 1]
        place -= 1
      }
      sorted[place] = value
    }
    return sorted[count / 2]
  }
}
