public import Geometry
import Maps

/// What a place is made of and how its doors and lifts behave.
public struct Fabric: Sendable {
  /// For each level of the map, the material of each of its walls; missing ones are plasterboard.
  public let walls: [[Material]]
  /// For each building of the map, what its outer walls are made of; missing ones are concrete.
  public let facades: [Material]
  /// For each building of the map, its roof; missing ones are 30 cm of concrete over the footprint.
  public let roofs: [Roof?]
  /// How lifts run, by the connector's number; a lift without an entry is an ordinary one.
  public let lifts: [Int: LiftMachine]
  /// How fast escalators and walkways move, in m/s, by the connector's number.
  public let beltSpeeds: [Int: Double]

  /// Creates a fabric.
  public init(
    walls: [[Material]] = [], facades: [Material] = [], roofs: [Roof?] = [],
    lifts: [Int: LiftMachine] = [:], beltSpeeds: [Int: Double] = [:]
  ) {
    self.walls = walls
    self.facades = facades
    self.roofs = roofs
    self.lifts = lifts
    self.beltSpeeds = beltSpeeds
  }

  /// What a wall of a level is made of.
  public func material(ofWall wall: Int, level: Int) -> Material {
    guard level < walls.count, wall < walls[level].count else { return .plasterboard }
    return walls[level][wall]
  }

  /// What a building's outer walls are made of.
  public func facade(of building: Int) -> Material {
    building < facades.count ? facades[building] : .concrete
  }
}

/// What walls are made of; ITU-R P.2040 knows them by the same names, for the most part.
public enum Material: String, CaseIterable, Sendable {
  case plasterboard, glass, wood, brick, concrete
  /// Glass with a metal film against heat.
  case coatedGlass = "coated_glass"
  /// Concrete of a shaft or a core, heavily reinforced.
  case reinforced
  case metal
  /// A waist-high thing that stops people and not signals: a railing, a counter, a rope.
  case railing
}

/// What covers a part of a place.
public struct Roof: Hashable, Sendable {
  /// The covered area, in metres east and north.
  public let outline: Polygon
  /// How much a signal from a satellite loses through it, in dB.
  public let lossDecibels: Double

  /// Creates a roof.
  public init(outline: Polygon, lossDecibels: Double) {
    self.outline = outline
    self.lossDecibels = lossDecibels
  }
}

/// How a lift runs.
///
/// The usual figures are from CIBSE Guide D (from memory): 1.0 to 1.75 m/s in low
/// buildings, 2.5 to 6 m/s in high ones.
public struct LiftMachine: Hashable, Sendable {
  /// The greatest speed, in m/s.
  public var speedMetresPerSecond = 1.6
  /// The greatest acceleration, in m/s².
  public var accelerationMetresPerSecondSquared = 1.0
  /// The greatest jerk, in m/s³.
  public var jerkMetresPerSecondCubed = 1.3
  /// How long the doors take to open, stay open at least, and close, in s.
  public var openingSeconds = 2.5, dwellSeconds = 4.0, closingSeconds = 2.5
  /// How many people fit in.
  public var capacity = 13

  /// Creates an ordinary lift.
  public init() {}
}
