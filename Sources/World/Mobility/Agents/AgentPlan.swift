public import Kernel
public import Maps
public import Truth

/// Who moves, from where, and what they set out to do.
public struct AgentPlan: Sendable {
  /// The agent's name.
  public var name: String
  /// Its number in random streams.
  public var entity: UInt64
  /// Where it starts.
  public var start: Spot
  /// When it appears; before that it stands at its start.
  public var startTime: SimTime
  /// The direction faced at the start, in radians anticlockwise from east.
  public var headingRadians: Double
  /// How it moves.
  public var traits: Traits
  /// Where its phone is at the start.
  public var placement: Placement
  /// What its phone hangs on at the start.
  public var link: PowerLink
  /// Where its car stands at the start, if it has one.
  public var car: VehicleStand?
  /// Where its bicycle stands at the start, if it has one.
  public var bicycle: VehicleStand?
  /// What to do, in order.
  public var errands: [Errand]
  /// Whether it leaves the world when it has done all.
  public var leavesAtEnd: Bool

  /// Creates a plan.
  public init(
    name: String, entity: UInt64? = nil, start: Spot, startTime: SimTime = .start,
    headingRadians: Double = 0, traits: Traits = Traits(), placement: Placement = .waist,
    link: PowerLink = .none, car: VehicleStand? = nil, bicycle: VehicleStand? = nil,
    errands: [Errand], leavesAtEnd: Bool = false
  ) {
    self.name = name
    self.entity = entity ?? stableHash(name)
    self.start = start
    self.startTime = startTime
    self.headingRadians = headingRadians
    self.traits = traits
    self.placement = placement
    self.link = link
    self.car = car
    self.bicycle = bicycle
    self.errands = errands
    self.leavesAtEnd = leavesAtEnd
  }
}

/// How an agent moves; drawn once.
public struct Traits: Hashable, Sendable {
  /// Free walking speed, in m/s.
  public var walkingSpeed = 1.34
  /// Running speed, in m/s.
  public var runningSpeed = 3.0
  /// Cycling speed, in m/s.
  public var cyclingSpeed = 5.5
  /// How it steps.
  public var gait = Gait()
  /// Whether it walks on escalators, as 40 % of people do.
  public var walksOnEscalators = false
  /// Whether it can't take stairs and escalators.
  public var needsLift = false
  /// Whether it may enter what is not public.
  public var isStaff = false
  /// Whether it prefers trails to pavements.
  public var prefersTrails = false
  /// How often it halts for a look at the phone or a word with somebody, in 1/s of walking.
  public var haltsPerSecond = 0.0
  /// The radius of the body, in m.
  public var bodyRadius = 0.2

  /// Creates the traits of an average person.
  public init() {}
}

/// Where a vehicle stands.
public enum VehicleStand: Hashable, Sendable {
  /// In a stall of a car park: any free one, if no number is given.
  case carPark(Int, stall: Int?)
  /// At the kerb nearest to a point.
  case kerb(SIMD2<Double>)
}
