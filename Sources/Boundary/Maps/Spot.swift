public import Geometry

/// A place where one can stand: a point and the level it is on.
public struct Spot: Hashable, Sendable {
  /// Metres east and north in the venue's frame.
  public var point: Vec2
  /// The number of the level in ``VenueMap/levels``; nil outdoors.
  public var level: Int?

  /// Creates a spot.
  public init(_ point: Vec2, level: Int? = nil) {
    self.point = point
    self.level = level
  }
}

/// A place with a name, to go to or to tell of.
public struct NamedPlace: Hashable, Sendable {
  /// The name, unique within the venue.
  public let name: String
  /// Where one arrives.
  public let spot: Spot

  /// Creates a named place.
  public init(name: String, spot: Spot) {
    self.name = name
    self.spot = spot
  }
}
