public import Geometry

/// The roads of a venue: what vehicles and bicycles move on.
public struct RoadNetwork: Hashable, Sendable {
  /// Where roads meet or end.
  public let junctions: [Junction]
  /// The roads between junctions.
  public let roads: [Road]
  /// Turns that are forbidden or the only ones allowed.
  public let restrictions: [TurnRestriction]
  /// Places to leave a car at.
  public let carParks: [CarPark]
  /// Bus lines.
  public let busLines: [BusLine]

  /// Creates a network; the parts' numbers must exist.
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

  /// Whether there are no roads.
  public var isEmpty: Bool { roads.isEmpty }
}

/// A place where roads meet or end.
public struct Junction: Hashable, Sendable {
  /// Metres east and north.
  public let point: Vec2
  /// Who goes first.
  public let control: JunctionControl

  /// Creates a junction.
  public init(_ point: Vec2, control: JunctionControl = .priority) {
    self.point = point
    self.control = control
  }
}

/// Who goes first at a junction.
public enum JunctionControl: String, CaseIterable, Sendable {
  /// The greater road, else whoever comes from the right.
  case priority
  /// Everybody stops.
  case stop
  /// Lights.
  case signal
}

/// A road between two junctions.
public struct Road: Hashable, Sendable {
  /// The name; empty if it has none.
  public let name: String
  /// What it is.
  public let kind: RoadKind
  /// The numbers of the junctions at its ends.
  public let from, to: Int
  /// Its middle, from the first junction's point to the last's, in metres east and north.
  public let line: [Vec2]
  /// Lanes in the direction of ``line``, and against it; 0 for none.
  public let lanesForward, lanesBackward: Int
  /// The speed limit, in m/s.
  public let limitMetresPerSecond: Double
  /// Who may use it.
  public let users: RoadUsers
  /// 0 on the ground, 1 on a bridge, -1 in a tunnel, and so on.
  public let layer: Int

  /// Creates a road.
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

/// Who may use a road.
public struct RoadUsers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  /// Creates a set of users.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Private cars.
  public static let cars = RoadUsers(rawValue: 1)
  /// Buses.
  public static let buses = RoadUsers(rawValue: 2)
  /// Bicycles.
  public static let bicycles = RoadUsers(rawValue: 4)
}

/// What a road is, after OpenStreetMap's `highway`; from the greatest to the least.
public enum RoadKind: String, CaseIterable, Sendable {
  case motorway, trunk, primary, secondary, tertiary, residential, service
  /// Ramps to and from the greater ones.
  case link
  /// Between the stalls of a car park.
  case aisle
  case cycleway, track

  /// Who uses such a road where nothing else is said.
  public var usualUsers: RoadUsers {
    switch self {
    case .motorway: [.cars, .buses]
    case .cycleway: [.bicycles]
    default: [.cars, .buses, .bicycles]
    }
  }
}

/// A turn that is forbidden, or the only one allowed.
public struct TurnRestriction: Hashable, Sendable {
  /// The number of the road one comes from.
  public let from: Int
  /// The number of the junction.
  public let via: Int
  /// The number of the road one would go to.
  public let to: Int
  /// Whether it is the only turn allowed, rather than forbidden.
  public let isOnly: Bool

  /// Creates a restriction.
  public init(from: Int, via: Int, to: Int, isOnly: Bool = false) {
    self.from = from
    self.via = via
    self.to = to
    self.isOnly = isOnly
  }
}

/// A place to leave a car at.
public struct CarPark: Hashable, Sendable {
  /// A place for one car.
  public struct Stall: Hashable, Sendable {
    /// Its middle, in metres east and north.
    public let point: Vec2
    /// The direction a car faces in it, in radians anticlockwise from east.
    public let headingRadians: Double
    /// The number of the aisle, in ``RoadNetwork/roads``, that one turns in from.
    public let aisle: Int

    /// Creates a stall.
    public init(_ point: Vec2, headingRadians: Double, aisle: Int) {
      self.point = point
      self.headingRadians = headingRadians
      self.aisle = aisle
    }
  }

  /// The name, unique within the venue.
  public let name: String
  /// Its ground, in metres east and north.
  public let outline: Polygon
  /// The stalls.
  public let stalls: [Stall]

  /// Creates a car park.
  public init(name: String, outline: Polygon, stalls: [Stall]) {
    self.name = name
    self.outline = outline
    self.stalls = stalls
  }
}

/// A bus line.
public struct BusLine: Hashable, Sendable {
  /// A place where the bus halts.
  public struct Stop: Hashable, Sendable {
    /// The name.
    public let name: String
    /// Where one waits, in metres east and north; the bus halts beside it.
    public let point: Vec2

    /// Creates a stop.
    public init(name: String, point: Vec2) {
      self.name = name
      self.point = point
    }
  }

  /// The name, unique within the venue.
  public let name: String
  /// The stops in order; the bus ends at the last.
  public let stops: [Stop]
  /// The time between buses, in s.
  public let headwaySeconds: Double

  /// Creates a line.
  public init(name: String, stops: [Stop], headwaySeconds: Double) {
    self.name = name
    self.stops = stops
    self.headwaySeconds = headwaySeconds
  }
}
