import Geometry
import Glibc
import Kernel
import Numerics

/// Particle filter for PDR with map constraints (walls) and per-particle heading and step length.
///
/// State of each particle: position, level, rotation of the trace, step length scale and barometric
/// ground level. Unknowns of the user and the phone are thus estimated along the path.
struct Particles: Sendable {
  let parameters: IndoorLocator.Parameters
  let plan: IndoorPlan
  var x, y, scale, ground, weight: [Double]
  /// Dead-reckoned position of each particle, before rejuvenation moved it.
  var deadReckoned: [Vec2]
  /// Direction of the trace's east, a unit vector.
  var turn: [Vec2]
  var plane: [Int]
  /// Number of the walkway that carries each particle, from 1, negative backwards; 0 for none.
  var carrier: [Int]
  var noise: ParticleNoise
  /// Heading of the trace, a unit vector, and of each particle.
  private(set) var heading = Vec2.zero
  private(set) var headings: [Vec2]
  /// Headings in blocks of eight particles, and their mean.
  private(set) var facings: [(east: RadioPositions.Lanes, north: RadioPositions.Lanes)]
  private(set) var meanFacing = SIMD2<Float>(1, 0)
  /// Trace-to-map rotation and scale of each particle, as the image of a metre east.
  private(set) var traceToMap: [Vec2]
  /// True while steps are taken, so that headings are observable.
  var isWalking = false
  /// Scratch: next position of each particle.
  private var goals: [Vec2]

  init(on plan: IndoorPlan, _ parameters: IndoorLocator.Parameters) {
    self.parameters = parameters
    self.plan = plan
    noise = ParticleNoise(draw: parameters.draw)
    let count = max(20, parameters.particles)
    let zeros = [Double](repeating: 0, count: count)
    (x, y, ground) = (zeros, zeros, zeros)
    turn = [Vec2](repeating: Vec2(1, 0), count: count)
    (headings, traceToMap) = (turn, turn)
    (deadReckoned, goals) = (turn, turn)
    scale = [Double](repeating: 1, count: count)
    weight = zeros
    plane = [Int](repeating: 0, count: count)
    carrier = plane
    let blocks = (count + RadioPositions.width - 1) / RadioPositions.width
    facings = [(RadioPositions.Lanes, RadioPositions.Lanes)](
      repeating: (.one, .zero), count: blocks)
  }

  var count: Int { x.count }

  /// Returns a particle's position before a displacement in the trace's frame, in m, and its plane.
  @inline(__always)
  func place(_ index: Int, before way: Vec2) -> (Vec2, Int) {
    (Vec2(x[index], y[index]) - way.turned(as: traceToMap[index]), plane[index])
  }

  /// Returns the headings of the first eight of some particles.
  func facings(
    of chosen: ArraySlice<Int>
  ) -> (east: RadioPositions.Lanes, north: RadioPositions.Lanes) {
    var (east, north) = (RadioPositions.Lanes.zero, RadioPositions.Lanes.zero)
    for (lane, index) in chosen.prefix(RadioPositions.width).enumerated() {
      (east[lane], north[lane]) = (Float(headings[index].x), Float(headings[index].y))
    }
    return (east, north)
  }

  /// Returns the particles of a block.
  @inline(__always)
  func indices(of block: Int) -> Range<Int> {
    let first = block * RadioPositions.width
    return first..<min(count, first + RadioPositions.width)
  }

  // MARK: - Motion

  /// Moves all particles by a step of the trace.
  ///
  /// - Parameters:
  ///   - step: Straight displacement in the trace's frame, in m.
  ///   - turnNoise: Heading sigma, in rad.
  mutating func walk(_ step: Vec2, turnNoise: Double) {
    let length = step.length
    guard length > 0 else { return }
    let spread = parameters.filter.lengthNoise * length
    noise.shuffle()
    Self.aim(step, spread, turnNoise, from: x, y, scale, &turn, &noise, &goals)
    go(cost: 1)
    // Reuses the storage of the goals.
    swap(&deadReckoned, &goals)
  }

  /// Computes the next positions for a step, with noise in heading and length.
  private static func aim(
    _ step: Vec2, _ spread: Double, _ turnNoise: Double, from x: [Double], _ y: [Double],
    _ scale: [Double], _ turn: inout [Vec2], _ noise: inout ParticleNoise, _ goals: inout [Vec2]
  ) {
    var turns = turn.mutableSpan
    var goals = goals.mutableSpan
    for index in x.indices {
      turns[index] = turns[index].veered(by: turnNoise * noise.normal())
      let way = scale[index] * step.turned(as: turns[index])
      let east = x[index] + way.x + spread * noise.normal()
      goals[index] = Vec2(east, y[index] + way.y + spread * noise.normal())
    }
  }

  /// Random-walk drift of all particles.
  mutating func drift(_ metres: Double, seconds: Double) {
    noise.shuffle()
    for index in 0..<count {
      let east = x[index] + metres * noise.normal()
      goals[index] = Vec2(east, y[index] + metres * noise.normal())
    }
    go(cost: seconds)
  }

  /// Moves all particles to their next positions, with log costs of walls and closed ground.
  ///
  /// - Parameter cost: Share of the closed-ground cost, at most 1.
  private mutating func go(cost: Double) {
    Self.go(to: goals, on: plane, plan.rasters, parameters.filter, cost, &x, &y, &weight)
  }

  /// Moves particles, with log costs of what is in the way.
  private static func go(
    to goals: [Vec2], on planes: [Int], _ rasters: [WalkRaster],
    _ process: IndoorParticleParameters,
    _ cost: Double, _ x: inout [Double], _ y: inout [Double], _ weight: inout [Double]
  ) {
    let closed = process.closedCost * min(1, cost)
    var east = x.mutableSpan
    var north = y.mutableSpan
    var weights = weight.mutableSpan
    // Most particles are on one level, whose raster is looked up once.
    var (here, raster) = (-1, WalkRaster(square: 1))
    for index in goals.indices {
      if planes[index] != here {
        here = planes[index]
        raster = rasters[here]
      }
      let goal = goals[index]
      switch raster.ground(east[index], north[index], to: goal.x, goal.y) {
      case .free: break
      case .wall:
        weights[index] -= raster.knowsDoors ? process.wallCost : process.doubtfulWallCost
      case .closed, .beyond: weights[index] -= raster.knowsDoors ? closed : 0
      }
      (east[index], north[index]) = (goal.x, goal.y)
    }
  }

  /// Moves some particles through outer doors near them.
  mutating func passDoors(share: Double) {
    guard let outside = plan.outside, !plan.doors.isEmpty else { return }
    let reach = parameters.movement.doorReach
    let (doors, around) = (plan.doors, plan.doorsAround)
    for index in 0..<count {
      let point = Vec2(x[index], y[index])
      guard around.contains(point) else { continue }
      for door in doors where plane[index] == outside || plane[index] == door.plane {
        // Cheap rejection of distant doors.
        guard abs(point.x - door.line.start.x) < IndoorPlan.OutsideDoor.reach,
          abs(point.y - door.line.start.y) < IndoorPlan.OutsideDoor.reach,
          door.line.distance(to: point) < reach, noise.uniform() < share
        else { continue }
        let other = plane[index] == outside ? door.plane : outside
        ground[index] += plan.planes[plane[index]].rise - plan.planes[other].rise
        plane[index] = other
        break
      }
    }
  }

  /// Spreads the headings of some particles after a change of carrying position.
  mutating func loseDirection(by spread: Double, share: Double) {
    for index in 0..<count where noise.uniform() < share {
      turn[index] = turn[index].rotated(by: spread * noise.normal())
    }
  }

  /// Sets the heading of the trace.
  mutating func setHeading(_ way: Vec2) {
    heading = way
    let sum = Self.turn(way, turn, scale, &headings, &facings, &traceToMap)
    let usual = sum / Double(count)
    meanFacing = SIMD2(Float(usual.x), Float(usual.y))
  }

  /// Rotates a trace direction by each particle's heading.
  ///
  /// - Returns: The sum of all directions.
  private static func turn(
    _ way: Vec2, _ turns: [Vec2], _ scales: [Double], _ headings: inout [Vec2],
    _ facings: inout [(east: RadioPositions.Lanes, north: RadioPositions.Lanes)],
    _ metres: inout [Vec2]
  ) -> Vec2 {
    var headings = headings.mutableSpan
    var facings = facings.mutableSpan
    var metres = metres.mutableSpan
    var sum = Vec2.zero
    for block in facings.indices {
      var (east, north) = (RadioPositions.Lanes.zero, RadioPositions.Lanes.zero)
      let first = block * RadioPositions.width
      for index in first..<min(turns.count, first + RadioPositions.width) {
        let heading = way.turned(as: turns[index])
        headings[index] = heading
        (east[index - first], north[index - first]) = (Float(heading.x), Float(heading.y))
        sum += heading
        metres[index] = scales[index] * turns[index]
      }
      facings[block] = (east, north)
    }
    return sum
  }

  /// Sets the dead-reckoned positions to the current ones, after unobserved motion.
  mutating func resetDeadReckoned() {
    for index in 0..<count { deadReckoned[index] = Vec2(x[index], y[index]) }
  }

  // MARK: - Weights

  /// Normalises the log weights, and resamples if the effective sample size is low.
  ///
  /// - Returns: The ancestor of each particle after resampling; nil without resampling.
  mutating func normalise() -> [Int]? {
    let maximum = weight.max() ?? 0
    var (sum, squares) = (0.0, 0.0)
    // A lower bound keeps all particles recoverable.
    for index in 0..<count { weight[index] = max(weight[index] - maximum, -60) }
    for likely in exponentials(of: weight) {
      sum += likely
      squares += likely * likely
    }
    let logSum = log(sum)
    for index in 0..<count { weight[index] -= logSum }
    guard sum * sum / squares < parameters.filter.resamplingShare * Double(count) else {
      return nil
    }
    return resample()
  }

  /// Resamples particles in proportion to their weights (systematic resampling), with jitter.
  private mutating func resample() -> [Int] {
    var from = [Int](repeating: 0, count: count)
    let likely = exponentials(of: weight)
    var sum = likely[0]
    var index = 0
    let start = noise.uniform()
    for number in 0..<count {
      let goal = (Double(number) + start) / Double(count)
      while sum < goal, index < count - 1 {
        index += 1
        sum += likely[index]
      }
      from[number] = index
    }
    x = from.map { x[$0] }
    deadReckoned = from.map { deadReckoned[$0] }
    y = from.map { y[$0] }
    turn = from.map { turn[$0] }
    scale = from.map { scale[$0] }
    ground = from.map { ground[$0] }
    plane = from.map { plane[$0] }
    carrier = from.map { carrier[$0] }
    jitter(from)
    return from
  }

  /// Jitters duplicated particles.
  ///
  /// - Parameter from: Ancestor of each particle.
  private mutating func jitter(_ from: [Int]) {
    let process = parameters.filter
    let even = -log(Double(count))
    noise.shuffle()
    for number in 0..<count {
      weight[number] = even
      guard number > 0, from[number] == from[number - 1] else { continue }
      // Some try another heading each time, in case all have diverged.
      if isWalking, noise.uniform() < process.strayShare {
        turn[number] = turn[number].rotated(by: process.strayTurn * noise.normal())
      }
      x[number] += process.positionJitter * noise.normal()
      y[number] += process.positionJitter * noise.normal()
      turn[number] = turn[number].veered(by: process.turnJitter * noise.normal())
      let size = scale[number] + process.scaleJitter * noise.normal()
      scale[number] = min(process.maxScale, max(process.minScale, size))
      ground[number] += process.groundJitter * noise.normal()
    }
  }
}

extension Vec2 {
  /// Returns the vector rotated and scaled as another is relative to the unit east vector.
  @inline(__always)
  func turned(as other: Vec2) -> Vec2 {
    Vec2(other.x * x - other.y * y, other.y * x + other.x * y)
  }

  /// Returns a unit vector rotated by less than a quarter turn, in rad, by series.
  ///
  /// Avoids sine and cosine, because it is called a thousand times a second.
  @inline(__always)
  func veered(by angle: Double) -> Vec2 {
    let square = angle * angle
    let c = 1 - square * (0.5 - square * (1.0 / 24 - square / 720))
    let s = angle * (1 - square * (1.0 / 6 - square / 120))
    let turned = turned(as: Vec2(c, s))
    return turned * (1.5 - 0.5 * turned.squaredLength)
  }
}
