import Geometry

/// A fixed link between two spots, on one level or between levels: stairs, ramp, escalator, moving
/// walkway or lift.
public struct Connector: Hashable, Sendable {
  /// Unique within the venue.
  public let name: String
  public let kind: ConnectorKind
  /// The boarding and alighting spots, in the order of travel; for stairs and lifts from the
  /// lowest.
  ///
  /// There are two or more. Stairs, escalators, ramps and walkways run through the stops in
  /// straight lines, so that a stop on a level already visited is a landing. The stops of a lift
  /// lie in front of its doors, all at one shaft.
  public let stops: [Spot]
  /// True if travel is possible only from the first stop towards the last; never true for a lift.
  public let isOneWay: Bool
  /// The walkable width, in m; for a lift, the width of the car.
  public let widthMetres: Double

  public init(
    name: String, kind: ConnectorKind, stops: [Spot], isOneWay: Bool = false,
    widthMetres: Double = 1.5
  ) {
    self.name = name
    self.kind = kind
    self.stops = stops
    self.isOneWay = isOneWay
    self.widthMetres = widthMetres
  }
}

/// The kind of a connector.
public enum ConnectorKind: String, CaseIterable, Sendable {
  case stairs, ramp, escalator
  /// A moving walkway: both ends on one level.
  case walkway
  case lift
}
