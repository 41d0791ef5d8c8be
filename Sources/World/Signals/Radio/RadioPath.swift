/// The local median path loss between a transmitter and a receiver, with its parts.
public struct RadioPath: Hashable, Sendable {
  public var distanceMetres: Double
  /// The total loss: free space, clutter, walls and floors, in dB.
  public var lossDecibels: Double
  /// The part of walls, doors and facades, in dB.
  public var wallDecibels: Double
  /// The part of floors, roofs and the ground, in dB.
  public var floorDecibels: Double
  /// The number of walls crossed, without railings and open passages.
  public var wallCount: Int
  /// The number of floors and roofs crossed.
  public var floorCount: Int

  /// True without obstacles.
  public var isClear: Bool { wallCount == 0 && floorCount == 0 }
}

/// The obstacles between two points, at any frequency.
package struct RadioTrace: Hashable, Sendable {
  /// In m.
  package var distance: Double
  /// Storey walls: number and total loss.
  package var walls: Int
  package var wallLoss: RadioLoss
  /// Buildings without an interior: number of sides crossed, and their loss with half of the inside each.
  package var sides: Int
  package var sideLoss: RadioLoss
  /// Floors, roofs and ground slabs.
  package var floors: Int
  package var roofDecibels: Float
  /// True if both ends are on levels of buildings.
  package var isIndoors: Bool
  /// True if the loss exceeds the budget, and the search has ended early.
  package var isHopeless = false

  /// True without obstacles.
  package var isClear: Bool { walls == 0 && sides == 0 && floors == 0 }
}

/// The loss limits at which a ray is abandoned.
struct RadioLimit {
  /// Loss sums, in dB, of storey walls and of building sides.
  var walls: Float
  var sides: Float
  /// The position of the frequency on the line of ``RadioLoss``.
  var weight: Float

  static let none = RadioLimit(walls: .infinity, sides: .infinity, weight: 0)
}
