/// What a driver has seen of the way ahead, and what follows from it for the acceleration.
struct DriverOutlook {
  private let v: Double
  /// The speed wished for here, and the acceleration on a free road.
  let free: Double
  /// By how much those ahead lower it.
  var interaction = 0.0
  /// The least acceleration that bends, limits and stops ask for.
  var ceiling = Double.infinity
  /// The farthest that the front may come, from where it is.
  var barrier = Double.infinity
  /// How far one looks.
  let horizon: Double
  /// The vehicle followed on the own stretch, -1 if none.
  var leader: Int32 = -1
  /// Who looks.
  let own: Int

  /// Begins to look, as the driver of a vehicle on the road.
  @inline(__always)
  init(of index: Int, _ road: inout Roadway) {
    let m = road.movers[index]
    let wished = road.wishedSpeed(m, on: Int(m.stretch), at: m.x - m.base)
    own = index
    v = m.v
    free = CarFollowing.free(
      speed: m.v, wished: wished, acceleration: m.acceleration, deceleration: m.deceleration)
    horizon = 15 + m.v * (4 + m.v / 3)
  }

  /// Sees a vehicle, or something else in the way: the free distance to it and its speed.
  @inline(__always)
  mutating func follow(gap: Double, speed: Double, _ m: VehicleState) {
    let lowered = CarFollowing.interaction(
      gap: gap, speed: v, closing: v - speed, acceleration: m.acceleration, headway: m.headway,
      standingGap: m.standingGap, inverseRoot: m.inverseRoot)
    interaction = max(interaction, lowered)
    barrier = min(barrier, gap - 0.1)
  }

  /// Sees a place to stop at.
  @inline(__always)
  mutating func stop(in distance: Double, braking: Double, hard: Double) {
    // When the usual braking won't do any more, brake as hard as it takes.
    let needed = 1.05 * v * v / (2 * max(distance - 0.3, 0.2))
    let wanted = min(max(braking, needed), hard)
    ceiling = min(ceiling, CarFollowing.stopping(distance: distance, speed: v, braking: wanted))
  }

  /// Sees a lower speed that holds from a distance on.
  @inline(__always)
  mutating func slow(to speed: Double, in distance: Double, braking: Double) {
    guard speed < v else { return }
    let aim = (speed * speed + 2 * braking * max(distance, 0)).squareRoot()
    ceiling = min(ceiling, -braking * v / aim + (aim - v) / 0.5)
  }
}
