public import Geometry

/// Where somebody truly went, coarsely: for pictures and maps of a run.
public struct TruthTrace: Sendable {
  /// A stretch on one level, or outdoors.
  public struct Stretch: Sendable {
    /// The number of the level in the venue's map; nil outdoors.
    public var level: Int?
    /// Whether it was covered in or on a vehicle.
    public var isDriven: Bool
    /// The points, in metres east and north.
    public var points: [Vec2]

    /// Creates a stretch.
    public init(level: Int?, isDriven: Bool, points: [Vec2]) {
      self.level = level
      self.isDriven = isDriven
      self.points = points
    }
  }

  /// Whose trace it is.
  public var name: String
  /// Whether the agent carries a phone that is simulated; one of a mere crowd doesn't.
  public var isFollowed: Bool
  /// The stretches in order.
  public var stretches: [Stretch]

  /// Creates a trace.
  public init(name: String, isFollowed: Bool, stretches: [Stretch]) {
    self.name = name
    self.isFollowed = isFollowed
    self.stretches = stretches
  }
}
