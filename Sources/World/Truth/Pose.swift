public import Geometry
import Observations

/// Where an agent is at one moment, how it moves and what it does.
public struct Pose: Hashable, Sendable {
  /// Metres east, north and up in the place's frame: the floor under the agent.
  public var position: Vec3
  /// Velocity in the same frame, in m/s.
  public var velocity: Vec3
  /// Acceleration in the same frame, in m/s²; the gait's own is not in it.
  public var acceleration: Vec3
  /// The direction the body faces, in radians anticlockwise from east.
  public var headingRadians: Double
  /// How fast that turns, in rad/s.
  public var turnRate: Double
  /// The number of the level in the venue's map; nil outdoors.
  public var level: Int?
  /// What the agent does.
  public var doing: Doing
  /// Where the phone is carried.
  public var placement: Placement
  /// Steps since the start: the whole part counts footfalls, the rest is the phase of the next.
  public var steps: Double
  /// Metres on foot since the start.
  public var distanceMetres: Double

  /// Creates a pose.
  public init(
    position: Vec3, velocity: Vec3 = .zero, acceleration: Vec3 = .zero, headingRadians: Double = 0,
    turnRate: Double = 0, level: Int? = nil, doing: Doing = .standing,
    placement: Placement = .waist, steps: Double = 0, distanceMetres: Double = 0
  ) {
    self.position = position
    self.velocity = velocity
    self.acceleration = acceleration
    self.headingRadians = headingRadians
    self.turnRate = turnRate
    self.level = level
    self.doing = doing
    self.placement = placement
    self.steps = steps
    self.distanceMetres = distanceMetres
  }

  /// What a stack is asked to tell of it.
  public var activity: TrueActivity { doing.activity }

  /// Speed over ground, in m/s.
  public var speed: Double { velocity.xy.length }
}
