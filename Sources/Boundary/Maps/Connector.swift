import Geometry

/// What takes people from one spot to another without their choosing the way: between levels, or
/// along one.
public struct Connector: Hashable, Sendable {
  /// The name, unique within the venue.
  public let name: String
  /// What it is.
  public let kind: ConnectorKind
  /// Where one gets on and off, in the order of travel; for stairs and lifts from the lowest.
  ///
  /// Two or more. Stairs, escalators, ramps and walkways run through the stops one after another in
  /// straight lines, so that a stop on a level already visited is a landing; a lift's stops lie in
  /// front of its doors, all at one shaft.
  public let stops: [Spot]
  /// Whether one can only go from the first stop towards the last; never so for a lift.
  public let isOneWay: Bool
  /// The width one can walk in, in m; of a lift, the car's.
  public let widthMetres: Double

  /// Creates a connector.
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

/// The kinds of connectors.
public enum ConnectorKind: String, CaseIterable, Sendable {
  case stairs, ramp, escalator
  /// A moving walkway: both ends on one level.
  case walkway
  case lift
}
