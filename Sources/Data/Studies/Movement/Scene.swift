import Geometry
import Kernel
import Mobility

/// A crowd in a scene, with arrival times.
struct Scene {
  var crowd: Crowd
  let walls: [Segment2]
  private(set) var ids: [CrowdID] = []
  /// Arrival times in s, in order of entry; infinite before arrival.
  private(set) var arrivalTimes: [Double] = []
  private var numbers: [CrowdID: Int] = [:]
  /// True if walkers are removed on arrival.
  var removesArrived = true

  init(walls: [Segment2], seed: UInt64) throws {
    crowd = try Crowd(walls: walls, seed: seed)
    self.walls = walls
  }

  var time: Double { crowd.time.seconds }
  var isEmpty: Bool { crowd.count == 0 }

  mutating func enter(_ walker: CrowdWalker) throws {
    let id = try crowd.enter(walker)
    numbers[id] = ids.count
    ids.append(id)
    arrivalTimes.append(.infinity)
  }

  /// Makes one step and returns the numbers of the walkers that arrived.
  @discardableResult
  mutating func step() -> [Int] {
    crowd.step()
    let arrived = crowd.arrivals.compactMap { numbers[$0] }
    for number in arrived {
      arrivalTimes[number] = time
      if removesArrived { crowd.leave(ids[number]) }
    }
    return arrived
  }

  /// Steps until all walkers have arrived, or a time in s; calls `observe` after each step.
  mutating func run(until end: Double, observe: (inout Scene) -> Void = { _ in }) {
    while time < end - 1e-9, !isEmpty {
      step()
      observe(&self)
    }
  }

  /// States of the present walkers, with their numbers.
  var states: [(number: Int, state: CrowdState)] {
    ids.indices.compactMap { number in crowd.state(ids[number]).map { (number, $0) } }
  }
}

/// Creates walkers with Weidmann's free speeds.
enum WalkerFactory {
  /// A free speed by Weidmann (1993): normal, 1.34 m/s with a deviation of 0.26, within 0.5...2.2.
  static func freeSpeed(seed: UInt64, _ number: Int) -> Double {
    var stream = RandomStream(seed: seed, entity: UInt64(number), purpose: "movement.speed")
    return min(max(1.34 + 0.26 * stream.gaussian(), 0.5), 2.2)
  }

  static func walker(
    _ number: Int, at position: Vec2, route: [Vec2], seed: UInt64, gates: [Double] = []
  ) -> CrowdWalker {
    var walker = CrowdWalker(
      entity: UInt64(number), position: position, route: route,
      freeSpeed: freeSpeed(seed: seed, number))
    walker.gates = gates
    walker.stopsAtGoal = false
    return walker
  }

  /// Random positions in a box, slightly more than a body's width apart: a shuffled grid with jitter in each
  /// cell, and cells as large as the count allows.
  static func places(_ count: Int, in box: Box2, seed: UInt64) -> [Vec2] {
    var stream = RandomStream(seed: seed, purpose: "movement.places")
    var side = (box.size.x * box.size.y / Double(max(count, 1))).squareRoot()
    while Int(box.size.x / side) * Int(box.size.y / side) < count { side *= 0.995 }
    let columns = Int(box.size.x / side)
    var cells = Array(0..<(columns * Int(box.size.y / side)))
    for index in cells.indices.dropLast() {
      cells.swapAt(index, index + stream.integer(below: cells.count - index))
    }
    let play = max(0, side - 0.42) / 2
    return cells.prefix(count).map { cell in
      box.minimum
        + Vec2(
          (Double(cell % columns) + 0.5) * side + stream.uniform(in: -play...play),
          (Double(cell / columns) + 0.5) * side + stream.uniform(in: -play...play))
    }
  }
}

/// Creates walls for scenes.
enum Walls {
  /// A polyline of walls, closed or open.
  static func line(_ points: [Vec2]) -> [Segment2] {
    zip(points, points.dropFirst()).map { Segment2($0, $1) }
  }

  /// A wall along a line, with openings between distances along it, in m.
  static func wall(_ start: Vec2, _ end: Vec2, openings: [ClosedRange<Double>] = []) -> [Segment2] {
    let along = (end - start).normalized ?? .zero
    var from = start
    var walls: [Segment2] = []
    for opening in openings {
      walls.append(Segment2(from, start + along * opening.lowerBound))
      from = start + along * opening.upperBound
    }
    return walls + [Segment2(from, end)]
  }

  /// A circular wall of short segments.
  static func ring(radius: Double, pieces: Int = 96) -> [Segment2] {
    line((0...pieces).map { Vec2(angle: 2 * .pi * Double($0) / Double(pieces), length: radius) })
  }
}
