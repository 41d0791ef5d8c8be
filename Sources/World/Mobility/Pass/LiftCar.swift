import Geometry
import Kernel
import Venues

/// A lift: the car, its riders and the queues at its stops.
struct LiftCar: Sendable {
  /// The phase of the car's cycle.
  enum State: Sendable {
    case idle
    /// The doors are opening.
    case opening
    /// Passengers exchange.
    case open
    case closing
    case moving(LiftMotion, since: SimTime, to: Int)
  }

  /// A passenger, and the index of the stop to get out at.
  struct Rider: Sendable {
    let agent: Int
    let to: Int
  }

  let machine: LiftMachine
  /// The centre of the car, in metres east and north.
  let middle: Vec2
  /// The height and the level at each stop.
  let heights: [Double]
  let levels: [Int?]
  var state = State.idle
  /// The present stop of the car, or the last one.
  var stop = 0
  var isGoingUp = true
  var riders: [Rider] = []
  /// The queue at each stop, first come first served.
  var waiting: [[Rider]]
  /// The earliest time at which the doors close.
  var openUntil = SimTime.start

  init(machine: LiftMachine, middle: Vec2, heights: [Double], levels: [Int?]) {
    self.machine = machine
    self.middle = middle
    self.heights = heights
    self.levels = levels
    waiting = Array(repeating: [], count: heights.count)
  }

  /// The height of the car's floor, in m.
  func height(at time: SimTime) -> Double {
    if case .moving(let motion, let since, _) = state {
      return motion.height(at: (time - since).seconds)
    }
    return heights[stop]
  }

  /// The level nearest to the car's floor.
  func level(at time: SimTime) -> Int? {
    let height = height(at: time)
    let nearest = heights.indices.min { abs(heights[$0] - height) < abs(heights[$1] - height) }
    return nearest.map { levels[$0] } ?? nil
  }

  /// Next stop by collective control (the LOOK algorithm): continues in its direction while there
  /// are calls there, else reverses; nil without calls.
  mutating func nextStop() -> Int? {
    let wanted = heights.indices.filter { stop in
      stop != self.stop && (!waiting[stop].isEmpty || riders.contains { $0.to == stop })
    }
    let above = wanted.first { $0 > stop }
    let below = wanted.last { $0 < stop }
    if isGoingUp, let above { return above }
    if let below {
      isGoingUp = false
      return below
    }
    if above != nil { isGoingUp = true }
    return above
  }

  /// True if a passenger wants to get out or in at the present stop.
  var isWantedHere: Bool {
    riders.contains { $0.to == stop } || (!waiting[stop].isEmpty && riders.count < machine.capacity)
  }

  /// The standing position of the n-th passenger, from the centre of the car.
  static func standing(_ number: Int) -> Vec2 {
    let places = [
      Vec2(0, -0.35), Vec2(0.45, -0.35), Vec2(-0.45, -0.35), Vec2(0.45, 0.2), Vec2(-0.45, 0.2),
      Vec2(0, 0.2), Vec2(0.25, 0.5), Vec2(-0.25, 0.5), Vec2(0.22, -0.1), Vec2(-0.22, -0.1),
      Vec2(0.6, 0), Vec2(-0.6, 0), Vec2(0, 0.6),
    ]
    return places[number % places.count]
  }
}
