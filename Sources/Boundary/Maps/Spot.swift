public import Geometry

/// A standing position: a point and the level it is on.
public struct Spot: Hashable, Sendable {
  /// Metres east and north in the frame of the venue.
  public var point: Vec2
  /// The index of the level in ``VenueMap/levels``; nil outdoors.
  public var level: Int?

  public init(_ point: Vec2, level: Int? = nil) {
    self.point = point
    self.level = level
  }
}

/// A place with a name (a point of interest), usable as a destination.
public struct NamedPlace: Hashable, Sendable {
  /// Unique within the venue.
  public let name: String
  /// The arrival position.
  public let spot: Spot

  public init(name: String, spot: Spot) {
    self.name = name
    self.spot = spot
  }
}
