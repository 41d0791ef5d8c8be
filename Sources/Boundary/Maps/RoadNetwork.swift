public import Geometry

/// The road network of a venue, for vehicles and bicycles.
public struct RoadNetwork: Hashable, Sendable {
  /// The nodes of the network, at which roads meet or end.
  public let junctions: [Junction]
  /// The edges of the network, between junctions.
  public let roads: [Road]
  /// The forbidden and the mandatory turns.
  public let restrictions: [TurnRestriction]
  public let carParks: [CarPark]
  public let busLines: [BusLine]

  /// Creates a network; all indices must exist.
  public init(
    junctions: [Junction] = [], roads: [Road] = [], restrictions: [TurnRestriction] = [],
    carParks: [CarPark] = [], busLines: [BusLine] = []
  ) {
    self.junctions = junctions
    self.roads = roads
    self.restrictions = restrictions
    self.carParks = carParks
    self.busLines = busLines
  }

  public var isEmpty: Bool { roads.isEmpty }
}

/// A node of the road network, where roads meet or end.
public struct Junction: Hashable, Sendable {
  /// Position in metres east and north.
  public let point: Vec2
  /// The right-of-way rule.
  public let control: JunctionControl

  public init(_ point: Vec2, control: JunctionControl = .priority) {
    self.point = point
    self.control = control
  }
}

/// The right-of-way rule of a junction.
public enum JunctionControl: String, CaseIterable, Sendable {
  /// The major road goes first; between equal roads, traffic from the right.
  case priority
  /// All-way stop.
  case stop
  /// Traffic signals.
  case signal
}

/// An edge of the road network: a road between two junctions.
public struct Road: Hashable, Sendable {
  /// Empty if the road has no name.
  public let name: String
  public let kind: RoadKind
  /// The indices of the junctions at its ends.
  public let from, to: Int
  /// The centre line from the first junction to the last, in metres east and north.
  public let line: [Vec2]
  /// The number of lanes in the direction of ``line`` and against it; 0 for none.
  public let lanesForward, lanesBackward: Int
  public let limitMetresPerSecond: Double
  public let users: RoadUsers
  /// The OpenStreetMap `layer`: 0 on the ground, 1 on a bridge, -1 in a tunnel, and so on.
  public let layer: Int

  public init(
    name: String = "", kind: RoadKind, from: Int, to: Int, line: [Vec2], lanesForward: Int = 1,
    lanesBackward: Int = 1, limitMetresPerSecond: Double, users: RoadUsers? = nil, layer: Int = 0
  ) {
    self.name = name
    self.kind = kind
    self.from = from
    self.to = to
    self.line = line
    self.lanesForward = lanesForward
    self.lanesBackward = lanesBackward
    self.limitMetresPerSecond = limitMetresPerSecond
    self.users = users ?? kind.usualUsers
    self.layer = layer
  }
}

/// The vehicle classes that may use a road.
public struct RoadUsers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let cars = RoadUsers(rawValue: 1)
  public static let buses = RoadUsers(rawValue: 2)
  public static let bicycles = RoadUsers(rawValue: 4)
}

/// The class of a road, after OpenStreetMap's `highway`, from the greatest to the least.
public enum RoadKind: String, CaseIterable, Sendable {
  case motorway, trunk, primary, secondary, tertiary, residential, service
  /// A ramp to or from a major road.
  case link
  /// A lane between the stalls of a car park.
  case aisle
  case cycleway, track

  /// The vehicle classes that may use a road of this class by default.
  public var usualUsers: RoadUsers {
    switch self {
    case .motorway: [.cars, .buses]
    case .cycleway: [.bicycles]
    default: [.cars, .buses, .bicycles]
    }
  }
}

/// A turn restriction: a turn that is forbidden, or the only one allowed.
public struct TurnRestriction: Hashable, Sendable {
  /// The index of the road before the turn.
  public let from: Int
  /// The index of the junction.
  public let via: Int
  /// The index of the road after the turn.
  public let to: Int
  /// True if the turn is the only one allowed, rather than forbidden.
  public let isOnly: Bool

  public init(from: Int, via: Int, to: Int, isOnly: Bool = false) {
    self.from = from
    self.via = via
    self.to = to
    self.isOnly = isOnly
  }
}

/// A car park with its stalls.
public struct CarPark: Hashable, Sendable {
  /// A parking space for one car.
  public struct Stall: Hashable, Sendable {
    /// The centre, in metres east and north.
    public let point: Vec2
    /// The direction that a parked car faces, in radians anticlockwise from east.
    public let headingRadians: Double
    /// The index, in ``RoadNetwork/roads``, of the aisle that leads to the stall.
    public let aisle: Int

    public init(_ point: Vec2, headingRadians: Double, aisle: Int) {
      self.point = point
      self.headingRadians = headingRadians
      self.aisle = aisle
    }
  }

  /// Unique within the venue.
  public let name: String
  /// The area, in metres east and north.
  public let outline: Polygon
  public let stalls: [Stall]

  public init(name: String, outline: Polygon, stalls: [Stall]) {
    self.name = name
    self.outline = outline
    self.stalls = stalls
  }
}

/// A bus line.
public struct BusLine: Hashable, Sendable {
  /// A bus stop.
  public struct Stop: Hashable, Sendable {
    public let name: String
    /// The waiting position, in metres east and north; the bus halts beside it.
    public let point: Vec2

    public init(name: String, point: Vec2) {
      self.name = name
      self.point = point
    }
  }

  /// Unique within the venue.
  public let name: String
  /// The stops in order; the bus ends at the last.
  public let stops: [Stop]
  /// The time between buses, in s.
  public let headwaySeconds: Double

  public init(name: String, stops: [Stop], headwaySeconds: Double) {
    self.name = name
    self.stops = stops
    self.headwaySeconds = headwaySeconds
  }
}
