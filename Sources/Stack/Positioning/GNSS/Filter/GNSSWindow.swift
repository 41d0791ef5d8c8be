import Geometry
import Glibc
import Kernel

/// Multi-start M-estimator (Geman-McClure) of one shift of the recent path and the clocks.
///
/// Between buildings most ranges of an epoch may be reflections, and a consistent subset may be the
/// wrong one. But each street has other reflections, and the rates give the shape of the path well.
/// So one shift of the whole path and of the clocks is sought that most ranges agree with. The
/// weights fall to zero (S. Geman and D. McClure, 1987); the cost has many minima, hence several
/// starts.
public struct GNSSWindow: Sendable {
  /// A range of a stored position: direction, residual relative to the path's start, variance.
  private struct RangeResidual: Sendable {
    var direction: Vec3
    var excess: Double
    var variance: Double
    var clock: Int
    var slot: Int
  }

  /// A stored position with its ranges.
  private struct StoredPosition: Sendable {
    var time = 0.0
    var count = 0
  }

  private let parameters: Parameters
  /// Maximum number of stored positions; `breadth` is the maximum number of ranges of each.
  private let places: Int
  private let breadth: Int
  private var stands: [StoredPosition]
  private var ranges: [RangeResidual]
  private var first = 0
  private var count = 0
  /// Displacement of the receiver and of its clock integrated from the rates, in m.
  private var way = Vec3.zero
  private var clockWay = 0.0
  private var lastWay = Vec3.zero
  private var now = 0.0
  /// Time since the last search, in s.
  private var restSeconds = 0.0

  init(parameters: Parameters) {
    self.parameters = parameters
    places = parameters.places
    breadth = parameters.rangesPerPlace
    stands = [StoredPosition](repeating: StoredPosition(), count: places)
    let empty = RangeResidual(direction: .zero, excess: 0, variance: 1, clock: 0, slot: 0)
    ranges = [RangeResidual](repeating: empty, count: places * breadth)
  }

  /// External position, relative to the path's start, with its time and variance.
  private var hint: (point: Vec2, time: Double, variance: Double)?

  /// Removes all positions and the hint.
  mutating func clear() {
    count = 0
    hint = nil
  }

  /// Resets the window and the time of the last search.
  mutating func begin() {
    clear()
    restSeconds = 0
  }

  /// Adds an epoch; if ranges disagree, searches and moves the track if the result is clear.
  ///
  /// - Parameters:
  ///   - track: The filter's track.
  ///   - lines: Lines of sight of the epoch.
  ///   - isContradicted: True if external positions contradict the filter.
  ///   - elapsed: Time since the previous epoch, in s.
  /// - Returns: True if the track was moved.
  mutating func consult(
    _ track: inout GNSSTrack, _ lines: [GNSSSightline], isContradicted: Bool, _ elapsed: Double
  ) -> Bool {
    guard let frame = track.frame else { return false }
    // A clock jump is not a range error.
    clockWay += track.clockJump
    way += (track.isStill ? .zero : track.state.velocity) * elapsed
    clockWay += track.state.drift * elapsed
    let here = track.state.position
    let now = track.time.seconds
    note(lines, at: here, frame, time: now)
    restSeconds += elapsed
    guard track.confidence.strain > parameters.trialStrain || isContradicted,
      restSeconds >= parameters.trialRestSeconds
    else { return false }
    restSeconds = 0
    let minimum = isContradicted ? 1 : parameters.minPositions
    guard let found = search(from: here, track.state.clocks, now: now, minimum: minimum) else {
      return false
    }
    let (best, maxShift) = (found.best, parameters.maxShift)
    let gap = (best.position - here).xy.length
    let maxVariance = parameters.maxSpreadMetres * parameters.maxSpreadMetres
    // A far or inaccurate result comes from a failed search.
    guard found.held - best.cost > parameters.trialMargin, gap > parameters.minShift,
      gap < maxShift, abs(best.position.z - here.z) < maxShift * parameters.heightShare,
      best.variance.x + best.variance.y < maxVariance
    else { return false }
    track.shift(to: best)
    return true
  }

  /// Sets an external position as a start and an observation of the next searches.
  ///
  /// - Parameters:
  ///   - point: East and north in the frame's axes, in m.
  ///   - variance: Variance along each axis, in m².
  mutating func hint(at point: Vec2, variance: Double) {
    guard count > 0 else { return }
    hint = (point - way.xy, stands[(first + count - 1) % places].time, variance)
  }

  /// Stores an epoch's ranges if the receiver has moved far enough.
  ///
  /// - Parameters:
  ///   - lines: Lines of sight of the epoch.
  ///   - position: Position in the axes of `frame` to which the residuals refer.
  ///   - frame: Local frame.
  ///   - time: Time, in s.
  private mutating func note(
    _ lines: [GNSSSightline], at position: Vec3, _ frame: LocalFrame, time: Double
  ) {
    let spacing = parameters.positionSpacingMetres
    if count > 0 {
      let last = stands[(first + count - 1) % places]
      guard time > last.time else {
        clear()
        return
      }
      guard
        (way - lastWay).squaredLength >= spacing * spacing
          || time - last.time >= parameters.positionSeconds
      else { return }
    }
    lastWay = way
    if count == places {
      first = (first + 1) % places
      count -= 1
    }
    let stand = (first + count) % places
    var kept = 0
    let maxEcho = parameters.maxEchoMetres * parameters.maxEchoMetres
    let place = frame.ecef(of: position)
    for var line in lines where kept < breadth {
      let range = line.look(from: place)
      let direction = frame.enu(ofVector: line.direction)
      // Reduced to the start of the path, for the receiver and its clock.
      let excess =
        line.range - range - line.delay - clockWay
        - direction.dot(position - way)
      let variance = line.noise + line.slow + min(line.echo, maxEcho)
      ranges[stand * breadth + kept] = RangeResidual(
        direction: direction, excess: excess, variance: variance, clock: line.clock,
        slot: line.slot)
      kept += 1
    }
    stands[stand] = StoredPosition(time: time, count: kept)
    count += 1
  }

  /// Solution of the whole window.
  struct WindowSolution {
    /// Position in the frame's axes, and the clocks.
    var position: Vec3
    var clocks: SIMD4<Double>
    var variance: Vec3
    var eastNorth: Double
    /// Cost of the ranges.
    var cost: Double
  }

  /// Searches the shift with the lowest cost.
  ///
  /// - Parameters:
  ///   - position: Position of the filter.
  ///   - clocks: Clocks of the filter, in m.
  ///   - now: Time, in s.
  ///   - minimum: Minimum number of positions for a search.
  /// - Returns: The cost at the filter's position, and the best solution; nil if there is none.
  private mutating func search(
    from position: Vec3, _ clocks: SIMD4<Double>, now: Double, minimum: Int
  ) -> (held: Double, best: WindowSolution)? {
    let oldest = now - parameters.windowSeconds
    while count > 0, stands[first].time < oldest {
      first = (first + 1) % places
      count -= 1
    }
    guard count >= minimum else { return nil }
    if let hint, now - hint.time > parameters.hintSeconds { self.hint = nil }
    self.now = now
    var start = SIMD8<Double>.zero
    for axis in 0..<3 { start[axis] = position[axis] - way[axis] }
    for clock in 0..<4 { start[3 + clock] = clocks[clock] - clockWay }
    let height = start[2]
    let (rounds, trialRounds) = (parameters.rounds, parameters.trialRounds)
    let held = solve(start, height: height, isFixed: true, rounds: parameters.heldRounds)
    guard let held else { return nil }
    // The filter's clocks may follow reflections, so they are solved anew at each start.
    var best = solve(start, height: height, isFixed: false, rounds: rounds)
    for step in 0..<13 {
      guard let other = beginning(step, start) else { break }
      guard let tried = solve(other, height: height, isFixed: true, rounds: trialRounds),
        tried.cost < held.cost,
        let found = solve(tried.unknowns, height: height, isFixed: false, rounds: rounds)
      else { continue }
      if best == nil || found.cost < best?.cost ?? 0 { best = found }
    }
    guard let best else { return nil }
    let place = Vec3(best.unknowns[0], best.unknowns[1], best.unknowns[2]) + way
    let offsets = SIMD4(
      best.unknowns[3], best.unknowns[4], best.unknowns[5], best.unknowns[6])
    return (
      held.cost,
      WindowSolution(
        position: place, clocks: offsets + clockWay, variance: best.variance,
        eastNorth: best.eastNorth, cost: best.cost)
    )
  }

  /// Returns a start position: twelve on two rings, then the hint; nil if there is none.
  private func beginning(_ step: Int, _ start: SIMD8<Double>) -> SIMD8<Double>? {
    var other = start
    if step < 12 {
      let reach = step < 6 ? parameters.nearReachMetres : parameters.farReachMetres
      let turn = Double(step) * Double.pi / 3 + (step < 6 ? 0 : 0.52)
      other[0] += reach * cos(turn)
      other[1] += reach * sin(turn)
      return other
    }
    guard let hint else { return nil }
    (other[0], other[1]) = (hint.point.x, hint.point.y)
    return other
  }

  private struct Settled {
    var unknowns: SIMD8<Double>
    var cost: Double
    var variance: Vec3
    var eastNorth: Double
  }

  /// IRLS from a start position; with the position fixed, for the clocks alone.
  private func solve(
    _ start: SIMD8<Double>, height: Double, isFixed: Bool, rounds: Int
  ) -> Settled? {
    var result = Settled(unknowns: start, cost: .infinity, variance: .zero, eastNorth: 0)
    for round in 0...rounds {
      // The cost function is wide at first, then as narrow as the noise.
      let width = isFixed ? 1 : max(1, parameters.widest - Double(round))
      var equations = NormalEquations()
      result.cost = weigh(result.unknowns, width: width, isFixed: isFixed, &equations)
      guard round < rounds else { break }
      if !isFixed {
        let sigma = parameters.heightSigmaMetres
        equations.add(
          SIMD8(0, 0, 1, 0, 0, 0, 0, 0), height - result.unknowns[2], weight: 1 / (sigma * sigma))
      }
      guard let solved = equations.solved() else { return nil }
      result.unknowns += solved.solution
      if !isFixed {
        let inverse = solved.inverse
        result.variance = Vec3(inverse[0][0], inverse[1][1], inverse[2][2])
        result.eastNorth = inverse[0][1]
      }
    }
    return result.cost.isFinite ? result : nil
  }

  /// Adds ranges and hint to the normal equations with Geman-McClure weights, and returns their
  /// cost.
  @inline(__always)
  private func weigh(
    _ unknowns: SIMD8<Double>, width: Double, isFixed: Bool, _ equations: inout NormalEquations
  ) -> Double {
    let settings = parameters
    let wandering = settings.wandering
    var cost = 0.0
    for place in 0..<count {
      let stand = (first + place) % places
      let aging = wandering * (now - stands[stand].time)
      for index in 0..<stands[stand].count {
        let range = ranges[stand * breadth + index]
        let d = range.direction
        let residual =
          range.excess + d.x * unknowns[0] + d.y * unknowns[1] + d.z * unknowns[2]
          - unknowns[3 + range.clock]
        let variance = range.variance + aging
        let size = residual * residual / variance
        let limit = (residual > 0 ? settings.longLimit : settings.shortLimit) * width * width
        let share = 1 / (1 + size / limit)
        cost += size * share
        let weight = share * share / variance
        if isFixed {
          equations.rows[3 + range.clock][3 + range.clock] += weight
          equations.right[3 + range.clock] += weight * residual
        } else {
          equations.add(-d.x, -d.y, -d.z, clock: range.clock, residual, weight: weight)
        }
      }
    }
    guard let hint else { return cost }
    let gap = hint.point - Vec2(unknowns[0], unknowns[1])
    let variance = hint.variance + wandering * (now - hint.time)
    let size = gap.squaredLength / variance
    let share = 1 / (1 + size / settings.maxHint)
    if !isFixed {
      let weight = share * share / variance
      equations.add(SIMD8(1, 0, 0, 0, 0, 0, 0, 0), gap.x, weight: weight)
      equations.add(SIMD8(0, 1, 0, 0, 0, 0, 0, 0), gap.y, weight: weight)
    }
    return cost + size * share
  }
}
