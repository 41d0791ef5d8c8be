public import Geometry

/// The coarse true path of an agent, for pictures and maps of a run.
public struct TruthTrace: Sendable {
  /// A stretch on one level, or outdoors.
  public struct Stretch: Sendable {
    /// The index of the level in the venue's map; nil outdoors.
    public var level: Int?
    /// True if it was covered in or on a vehicle.
    public var isDriven: Bool
    /// The points, in metres east and north.
    public var points: [Vec2]

    public init(level: Int?, isDriven: Bool, points: [Vec2]) {
      self.level = level
      self.isDriven = isDriven
      self.points = points
    }
  }

  /// The agent's name.
  public var name: String
  /// True if the agent carries a simulated phone; background agents of a crowd don't.
  public var isFollowed: Bool
  /// The stretches in order.
  public var stretches: [Stretch]

  public init(name: String, isFollowed: Bool, stretches: [Stretch]) {
    self.name = name
    self.isFollowed = isFollowed
    self.stretches = stretches
  }
}
