public import Kernel
public import Maps
public import Truth

/// The plan of one agent: start, properties and activities.
public struct AgentPlan: Sendable {
  public var name: String
  /// The key of its random streams.
  public var entity: UInt64
  /// The start position.
  public var start: Spot
  /// The start of the first activity; until then the agent stands at its start.
  public var startTime: SimTime
  /// The initial heading, in radians anticlockwise from east.
  public var headingRadians: Double
  public var parameters: AgentParameters
  /// The initial carrying position of the phone.
  public var placement: Placement
  /// The initial charger connection of the phone.
  public var link: PowerLink
  /// The initial stand of its car; nil without a car.
  public var car: VehicleStand?
  /// The initial stand of its bicycle; nil without a bicycle.
  public var bicycle: VehicleStand?
  /// The activities, in order.
  public var activities: [AgentActivity]
  /// True if it leaves the world at the end of its activities.
  public var leavesAtEnd: Bool

  public init(
    name: String, entity: UInt64? = nil, start: Spot, startTime: SimTime = .start,
    headingRadians: Double = 0, parameters: AgentParameters = AgentParameters(),
    placement: Placement = .waist,
    link: PowerLink = .none, car: VehicleStand? = nil, bicycle: VehicleStand? = nil,
    activities: [AgentActivity], leavesAtEnd: Bool = false
  ) {
    self.name = name
    self.entity = entity ?? stableHash(name)
    self.start = start
    self.startTime = startTime
    self.headingRadians = headingRadians
    self.parameters = parameters
    self.placement = placement
    self.link = link
    self.car = car
    self.bicycle = bicycle
    self.activities = activities
    self.leavesAtEnd = leavesAtEnd
  }
}

/// The mobility parameters of an agent, drawn once.
public struct AgentParameters: Hashable, Sendable {
  /// Free walking speed, in m/s.
  public var walkingSpeed = 1.34
  /// In m/s.
  public var runningSpeed = 3.0
  /// In m/s.
  public var cyclingSpeed = 5.5
  /// The gait parameters.
  public var gait = Gait()
  /// True if it walks on escalators, as 40 % of people do.
  public var walksOnEscalators = false
  /// True if it cannot use stairs and escalators.
  public var needsLift = false
  /// True if it may enter non-public areas.
  public var isStaff = false
  /// True if it prefers trails to pavements.
  public var prefersTrails = false
  /// The rate of short halts for the phone or a chat, in 1/s of walking.
  public var haltsPerSecond = 0.0
  /// In m.
  public var bodyRadius = 0.2

  /// Creates the parameters of an average person.
  public init() {}
}

/// The initial position of a parked vehicle.
public enum VehicleStand: Hashable, Sendable {
  /// In a stall of a car park: any free one if the number is nil.
  case carPark(Int, stall: Int?)
  /// At the kerb nearest to a point.
  case kerb(SIMD2<Double>)
}
