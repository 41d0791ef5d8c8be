/// A vehicle's state that every step reads and writes.
struct VehicleState: Sendable {
  enum Mode: UInt8 {
    /// No vehicle has this slot.
    case vacant
    /// On a road: driving, or braking to a stop.
    case driving
    /// Standing; a step leaves it alone.
    case standing
    /// Beside the road, waiting for room to pull out.
    case pullingOut
    /// Standing before a stall, waiting for room to turn in.
    case turningIn
    /// In a stall, waiting for room on the aisle.
    case leavingStall
    /// On a path of its own.
    case manoeuvring
    /// Not a vehicle: something in the way.
    case obstacle
  }

  var mode = Mode.vacant
  var kind = VehicleKind.car
  /// How far its front has come since it entered, in m.
  var x = 0.0
  var v = 0.0
  var a = 0.0
  /// What it will do in this step, and the farthest that its front may come.
  var wantedAcceleration = 0.0
  var barrier = Double.infinity
  var length = 4.5
  var halfWidth = 0.9
  /// Whether its ends swing out in turns.
  var isLong: Bool { length > 7 }
  /// From its front to the middle between its axles, and the distance between those, in m.
  var back = 2.25
  var wheelbase = 2.7
  /// What of the lane's width it takes up or is about to, in m to the left of the lane's middle.
  var low = -0.9
  var high = 0.9
  /// The same for its front alone, which is what must get past those ahead.
  var frontLow = -0.9
  var frontHigh = 0.9
  /// Where its middle is, in m to the left of the lane's middle.
  var e = 0.0

  /// The stretch with its front, and the nodes that list it there and at its rear.
  var stretch: Int32 = -1
  var frontNode: Int32 = -1
  var rearNode: Int32 = -1
  /// Where on its odometer the stretch begins.
  var base = 0.0
  var lane: Int32 = 0
  /// The place in the route of the track that it is on or comes to next.
  var leg: Int32 = 0
  /// The next track of the route, -1 at its end, and the link there from its lane, -1 if none.
  var nextTrack: Int32 = -1
  var nextLink: Int32 = -1
  /// The node that keeps a link free for it; -1 if none.
  var claim: Int32 = -1
  /// Whether it may only go as far as the link's waiting place.
  var waitsInside = false
  /// Whether it has stood at the stop line.
  var hasStopped = false
  /// The step since when it has stood first at a junction; 0 if it doesn't.
  var waitsSince: Int32 = 0
  /// The step since when it has stood at all; 0 if it moves.
  var standsSince: Int32 = 0
  /// The lane that it urgently wants, for others to make room; -1 if none.
  var wantedLane: Int32 = -1
  /// Where its front is to stop, on its odometer.
  var goal = Double.infinity
  var isPassing = false
  var swerves = false
  /// The speed that its sideways movement allows, in m/s.
  var swerveSpeed = Double.infinity

  var acceleration = 1.3
  var deceleration = 1.8
  var hardBraking = 8.0
  var headway = 1.2
  var standingGap = 2.0
  var inverseRoot = 0.3
  var speedFactor = 1.0
  var topSpeed = 50.0
  /// The share of the speed that bends allow to a usual car.
  var bendShare = 1.0
  var entity: UInt64 = 0
  var generation: Int32 = 0
  var phase: Int32 = 0
  /// Whether it stands beside the road rather than in its lane.
  var isAside = false
  /// Whether it is in the list of those that steps move.
  var isListed = false
}

extension VehicleState {
  /// Makes a vehicle that stands nowhere yet.
  init(_ spec: VehicleSpec, generation: Int32) {
    let driver = spec.driver
    self.generation = generation
    mode = .standing
    kind = spec.kind
    (length, halfWidth) = (spec.lengthMetres, spec.widthMetres / 2)
    (back, wheelbase) = (spec.frontOverhangMetres + spec.wheelbaseMetres / 2, spec.wheelbaseMetres)
    (low, high) = (-halfWidth, halfWidth)
    (acceleration, deceleration) = (driver.acceleration, driver.deceleration)
    (hardBraking, headway) = (driver.hardBraking, driver.headwaySeconds)
    (standingGap, topSpeed) = (driver.standingGapMetres, driver.topSpeed)
    inverseRoot = 0.5 / (driver.acceleration * driver.deceleration).squareRoot()
    (speedFactor, bendShare) = (driver.speedFactor, driver.lateralShare.squareRoot())
    entity = spec.entity
    phase = Int32(truncatingIfNeeded: spec.entity % 1000)
  }

  /// Its acceleration on a free road, in m/s².
  @inline(__always)
  func freeAcceleration(wished: Double) -> Double {
    CarFollowing.free(
      speed: v, wished: wished, acceleration: acceleration, deceleration: deceleration)
  }

  /// By how much a vehicle ahead lowers that, in m/s².
  @inline(__always)
  func interaction(gap: Double, closing: Double) -> Double {
    CarFollowing.interaction(
      gap: gap, speed: v, closing: closing, acceleration: acceleration, headway: headway,
      standingGap: standingGap, inverseRoot: inverseRoot)
  }

  /// Whether steps have anything to do with it.
  var isActive: Bool {
    switch mode {
    case .driving, .pullingOut, .turningIn, .leavingStall, .manoeuvring: true
    case .vacant, .standing, .obstacle: false
    }
  }
}
