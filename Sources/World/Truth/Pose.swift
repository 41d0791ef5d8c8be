public import Geometry
import Observations

/// The position, motion and activity of an agent at one moment.
public struct Pose: Hashable, Sendable {
  /// Metres east, north and up in the venue's frame, at the floor under the agent.
  public var position: Vec3
  /// Velocity in the same frame, in m/s.
  public var velocity: Vec3
  /// Acceleration in the same frame, in m/s², without that of the gait.
  public var acceleration: Vec3
  /// The direction the body faces, in radians anticlockwise from east.
  public var headingRadians: Double
  /// Turn rate of the heading, in rad/s.
  public var turnRate: Double
  /// The index of the level in the venue's map; nil outdoors.
  public var level: Int?
  public var doing: Doing
  public var placement: Placement
  /// Steps since the start: the whole part counts footfalls, the fraction is the phase of the next step.
  public var steps: Double
  /// Metres on foot since the start.
  public var distanceMetres: Double

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

  /// The class that a correct activity classifier reports.
  public var activity: TrueActivity { doing.activity }

  /// Speed over ground, in m/s.
  public var speed: Double { velocity.xy.length }
}
