import Geometry
import Kernel
import Venues

/// A lift: its car, who is in it and who waits for it.
struct LiftCar: Sendable {
  /// What the car does.
  enum State: Sendable {
    case idle
    /// The doors open.
    case opening
    /// People get in and out.
    case open
    case closing
    case moving(LiftMotion, since: SimTime, to: Int)
  }

  /// Somebody in the car, and where they get out.
  struct Rider: Sendable {
    let agent: Int
    let to: Int
  }

  let machine: LiftMachine
  /// The middle of the car, in metres east and north.
  let middle: Vec2
  /// The height and the level at each stop.
  let heights: [Double]
  let levels: [Int?]
  var state = State.idle
  /// The stop where the car is, or was last.
  var stop = 0
  var isGoingUp = true
  var riders: [Rider] = []
  /// Who waits at each stop, in the order of coming.
  var waiting: [[Rider]]
  /// When the doors close at the earliest.
  var openUntil = SimTime.start

  init(machine: LiftMachine, middle: Vec2, heights: [Double], levels: [Int?]) {
    self.machine = machine
    self.middle = middle
    self.heights = heights
    self.levels = levels
    waiting = Array(repeating: [], count: heights.count)
  }

  /// How high the car's floor is.
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

  /// Where the car goes next: on in its direction while anybody wants that, else back; nil if
  /// nobody wants anything.
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

  /// Whether somebody wants in or out where the car is.
  var isWantedHere: Bool {
    riders.contains { $0.to == stop } || (!waiting[stop].isEmpty && riders.count < machine.capacity)
  }

  /// Where the n-th person stands in the car, from its middle.
  static func standing(_ number: Int) -> Vec2 {
    let places = [
      Vec2(0, -0.35), Vec2(0.45, -0.35), Vec2(-0.45, -0.35), Vec2(0.45, 0.2), Vec2(-0.45, 0.2),
      Vec2(0, 0.2), Vec2(0.25, 0.5), Vec2(-0.25, 0.5), Vec2(0.22, -0.1), Vec2(-0.22, -0.1),
      Vec2(0.6, 0), Vec2(-0.6, 0), Vec2(0, 0.6),
    ]
    return places[number % places.count]
  }
}
