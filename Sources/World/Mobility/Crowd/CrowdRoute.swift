import Geometry

/// The waypoints of a walker, and their gates if there are any.
struct CrowdRoute: Sendable {
  var waypoints: [Vec2] = []
  var gates: [Double] = []
}

extension CrowdRoute {
  init(_ walker: CrowdWalker) {
    waypoints = walker.route
    gates = walker.gates
  }

  func check() throws(CrowdError) {
    if let index = waypoints.firstIndex(where: { !Crowd.isUsable($0) }) {
      throw .unusableWaypoint(index: index)
    }
    guard !gates.isEmpty else { return }
    guard gates.count == waypoints.count else {
      throw .unusableGate(index: min(gates.count, waypoints.count))
    }
    if let index = gates.firstIndex(where: { !($0 > 0 && $0 <= Crowd.coordinateLimit) }) {
      throw .unusableGate(index: index)
    }
  }

  /// Returns the line across a waypoint.
  ///
  /// In the open it bisects the angle between the legs at the waypoint, and extends as far as the
  /// gate, or 1.5 m. Between walls it is rotated to the narrowest cross-section: across the
  /// corridor, or from one post of a door to the other.
  func gate(at leg: Int, from position: Vec2, _ walls: CrowdWalls) -> CrowdGate {
    var gate = CrowdGate(center: waypoints[leg])
    let origin = leg > 0 ? waypoints[leg - 1] : position
    let inward = (gate.center - origin).normalized ?? .zero
    let onward = leg + 1 < waypoints.count ? waypoints[leg + 1] - gate.center : .zero
    let sum = inward + (onward.normalized ?? .zero)
    let direction = (sum.squaredLength > 1e-6 ? sum : inward).normalized ?? .zero
    guard direction != .zero else { return gate }

    let width = gates.isEmpty ? PedestrianParameters.openGate : gates[leg]
    var minimum = Double.infinity
    for turn in Self.turns {
      let candidate = Vec2(
        direction.x * turn.x - direction.y * turn.y, direction.x * turn.y + direction.y * turn.x)
      let across = candidate.perpendicular * width
      let low = -width * walls.firstHit(from: gate.center, to: gate.center - across)
      let high = width * walls.firstHit(from: gate.center, to: gate.center + across)
      // The first candidate is that for the open; another must be clearly narrower.
      guard high - low < minimum - 0.01 else { continue }
      minimum = high - low
      (gate.direction, gate.low, gate.high) = (candidate, low, high)
    }
    return gate
  }

  /// The candidate rotations, as cosine and sine: none, then 15 to 75 degrees to either side.
  private static let turns: [Vec2] =
    [Vec2(1, 0)]
    + (1...5).flatMap { (step: Int) -> [Vec2] in
      [Vec2(angle: Double(step) * .pi / 12), Vec2(angle: -Double(step) * .pi / 12)]
    }
}

extension CrowdWalker {
  static let freeSpeeds = 0.0...8.0

  static func check(
    _ quantity: String, _ value: Double, in allowed: ClosedRange<Double>
  ) throws(CrowdError) {
    guard allowed.contains(value) else {
      throw .outOfRange(quantity: quantity, value: value, allowed: allowed)
    }
  }

  func check() throws(CrowdError) {
    guard Crowd.isUsable(position) else { throw .unusablePosition }
    try Self.check("the speed", velocity.length, in: 0...8)
    try Self.check("the free speed", freeSpeed, in: Self.freeSpeeds)
    try Self.check("the radius", radius, in: 0.05...0.6)
    try Self.check("the time gap", timeGap, in: 0.2...3)
    try Self.check("the variation of the pace", paceVariation, in: 0...0.2)
    try CrowdRoute(self).check()
  }
}

extension CrowdBody {
  init(_ walker: CrowdWalker, slot: Int32) {
    self.init(
      entity: walker.entity, slot: slot, freeSpeed: Float(walker.freeSpeed),
      timeGap: Float(walker.timeGap), fullRadius: Float(walker.radius),
      paceVariation: Float(walker.paceVariation), stopsAtGoal: walker.stopsAtGoal,
      hasGates: !walker.gates.isEmpty)
  }
}

extension CrowdPresence {
  init(position: Vec2, velocity: Vec2) {
    self.init(
      position: position, motion: SIMD4(Float(velocity.x), Float(velocity.y), 0, 0))
  }
}
