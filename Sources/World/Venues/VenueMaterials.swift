public import Geometry
import Maps

/// The materials of a venue, and the parameters of its lifts and belts.
public struct VenueMaterials: Sendable {
  /// The material of each wall of each level of the map; missing entries are plasterboard.
  public let walls: [[Material]]
  /// The material of the outer walls of each building of the map; missing entries are concrete.
  public let facades: [Material]
  /// The roof of each building of the map; missing entries are 30 cm of concrete over the
  /// footprint.
  public let roofs: [Roof?]
  /// The lift parameters by connector index; a lift without an entry has the defaults.
  public let lifts: [Int: LiftMachine]
  /// The belt speeds of escalators and walkways, in m/s, by connector index.
  public let beltSpeeds: [Int: Double]

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

  /// Returns the material of a wall, plasterboard by default.
  public func material(ofWall wall: Int, level: Int) -> Material {
    guard level < walls.count, wall < walls[level].count else { return .plasterboard }
    return walls[level][wall]
  }

  /// Returns the material of a building's outer walls, concrete by default.
  public func facade(of building: Int) -> Material {
    building < facades.count ? facades[building] : .concrete
  }
}

/// A wall material; most names are those of ITU-R P.2040.
public enum Material: String, CaseIterable, Sendable {
  case plasterboard, glass, wood, brick, concrete
  /// Glass with a metallic heat-reflecting film.
  case coatedGlass = "coated_glass"
  /// The heavily reinforced concrete of a shaft or a core.
  case reinforced
  case metal
  /// A waist-high barrier for people but not for signals: a railing, a counter, a rope.
  case railing
}

/// A roof over a part of a venue.
public struct Roof: Hashable, Sendable {
  /// The covered area, in metres east and north.
  public let outline: Polygon
  /// The satellite signal loss through the roof, in dB.
  public let lossDecibels: Double

  public init(outline: Polygon, lossDecibels: Double) {
    self.outline = outline
    self.lossDecibels = lossDecibels
  }
}

/// The kinematic parameters of a lift.
///
/// Typical speeds from CIBSE Guide D (from memory): 1.0 to 1.75 m/s in low buildings, 2.5 to 6 m/s
/// in high ones.
public struct LiftMachine: Hashable, Sendable {
  /// The max speed, in m/s.
  public var speedMetresPerSecond = 1.6
  /// The max acceleration, in m/s².
  public var accelerationMetresPerSecondSquared = 1.0
  /// The max jerk, in m/s³.
  public var jerkMetresPerSecondCubed = 1.3
  /// The times for opening, the min dwell and closing of the doors, in s.
  public var openingSeconds = 2.5, dwellSeconds = 4.0, closingSeconds = 2.5
  /// The max number of passengers.
  public var capacity = 13

  /// Creates a typical lift.
  public init() {}
}
