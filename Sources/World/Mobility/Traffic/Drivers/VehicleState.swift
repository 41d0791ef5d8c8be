/// The kinematic state of a vehicle, read and written in every step.
struct VehicleState: Sendable {
  enum Mode: UInt8 {
    /// An unused slot.
    case vacant
    /// On a road: driving, or braking to a stop.
    case driving
    /// Standing; steps leave it unchanged.
    case standing
    /// Beside the road, waiting for room to pull out.
    case pullingOut
    /// Standing before a stall, waiting for room to turn in.
    case turningIn
    /// In a stall, waiting for room on the aisle.
    case leavingStall
    /// On a path of its own.
    case manoeuvring
    /// An obstacle without a driver.
    case obstacle
  }

  var mode = Mode.vacant
  var kind = VehicleKind.car
  /// The odometer reading: the distance of its front since it entered, in m.
  var x = 0.0
  var v = 0.0
  var a = 0.0
  /// The acceleration of this step, and the max travel of the front.
  var wantedAcceleration = 0.0
  var barrier = Double.infinity
  var length = 4.5
  var halfWidth = 0.9
  /// True if its ends swing out in turns.
  var isLong: Bool { length > 7 }
  /// The distances from its front to the midpoint between its axles, and between the axles, in m.
  var back = 2.25
  var wheelbase = 2.7
  /// The lateral extent that it occupies or is about to, in m to the left of the lane's centre.
  var low = -0.9
  var high = 0.9
  /// The lateral extent of its front, which has to pass the vehicles ahead.
  var frontLow = -0.9
  var frontHigh = 0.9
  /// The lateral offset of its centre, in m to the left of the lane's centre.
  var e = 0.0

  /// The stretch under its front, and the list entries there and at its rear.
  var stretch: Int32 = -1
  var frontNode: Int32 = -1
  var rearNode: Int32 = -1
  /// The odometer reading at the start of the stretch.
  var base = 0.0
  var lane: Int32 = 0
  /// The route index of the present track or, on a link, of the next.
  var leg: Int32 = 0
  /// The next track of the route, -1 at its end, and the link there from its lane, -1 if none.
  var nextTrack: Int32 = -1
  var nextLink: Int32 = -1
  /// The list entry that reserves a link for it; -1 if none.
  var claim: Int32 = -1
  /// True if it may go only as far as the link's waiting position.
  var waitsInside = false
  /// True if it has stopped at the stop line.
  var hasStopped = false
  /// The step since which it has stood first at a junction; 0 if it does not.
  var waitsSince: Int32 = 0
  /// The step since which it has stood still; 0 if it moves.
  var standsSince: Int32 = 0
  /// The lane that it urgently needs, for others to make room; -1 if none.
  var wantedLane: Int32 = -1
  /// The stopping point of its front, as an odometer reading.
  var goal = Double.infinity
  var isPassing = false
  var swerves = false
  /// The max speed that its lateral move allows, in m/s.
  var swerveSpeed = Double.infinity

  var acceleration = 1.3
  var deceleration = 1.8
  var hardBraking = 8.0
  var headway = 1.2
  var standingGap = 2.0
  var inverseRoot = 0.3
  var speedFactor = 1.0
  var topSpeed = 50.0
  /// The driver's fraction of an average car's speed in bends.
  var bendShare = 1.0
  var entity: UInt64 = 0
  var generation: Int32 = 0
  var phase: Int32 = 0
  /// True if it stands beside the road rather than in its lane.
  var isAside = false
  /// True if steps move it.
  var isListed = false
}

extension VehicleState {
  /// Creates a vehicle without a position.
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

  /// The IDM free-road acceleration, in m/s².
  @inline(__always)
  func freeAcceleration(wished: Double) -> Double {
    CarFollowing.free(
      speed: v, wished: wished, acceleration: acceleration, deceleration: deceleration)
  }

  /// The IDM interaction term of a leader, in m/s².
  @inline(__always)
  func interaction(gap: Double, closing: Double) -> Double {
    CarFollowing.interaction(
      gap: gap, speed: v, closing: closing, acceleration: acceleration, headway: headway,
      standingGap: standingGap, inverseRoot: inverseRoot)
  }

  /// True if steps move it.
  var isActive: Bool {
    switch mode {
    case .driving, .pullingOut, .turningIn, .leavingStall, .manoeuvring: true
    case .vacant, .standing, .obstacle: false
    }
  }
}
