/// What a signal loses on its way from a transmitter to a receiver, as the median over places near.
public struct RadioPath: Hashable, Sendable {
  /// From one to the other, in m.
  public var distanceMetres: Double
  /// All of the loss: free space, clutter, walls and floors, in dB.
  public var lossDecibels: Double
  /// What walls, doors and facades take of it, in dB.
  public var wallDecibels: Double
  /// What floors, roofs and the ground take of it, in dB.
  public var floorDecibels: Double
  /// How many walls are in the way; railings and open passages aren't counted.
  public var wallCount: Int
  /// How many floors and roofs are.
  public var floorCount: Int

  /// Whether nothing is in the way.
  public var isClear: Bool { wallCount == 0 && floorCount == 0 }
}

/// What lies between two points, whatever the frequency.
package struct RadioTrace: Hashable, Sendable {
  /// In m.
  package var distance: Double
  /// The walls of storeys: their number and their summed losses.
  package var walls: Int
  package var wallLoss: RadioLoss
  /// Buildings that nobody goes into: the sides crossed, with half of their inside each.
  package var sides: Int
  package var sideLoss: RadioLoss
  /// Floors, roofs and ground.
  package var floors: Int
  package var roofDecibels: Float
  /// Whether both ends are within buildings with storeys.
  package var isIndoors: Bool
  /// Whether more was in the way than was worth looking for.
  package var isHopeless = false

  /// Whether nothing is in the way.
  package var isClear: Bool { walls == 0 && sides == 0 && floors == 0 }
}

/// How much may be in the way before a ray isn't worth following further.
struct RadioLimit {
  /// The sums of losses, in dB, of walls of storeys and of sides of buildings.
  var walls: Float
  var sides: Float
  /// Where the frequency lies on the line of ``RadioLoss``.
  var weight: Float

  static let none = RadioLimit(walls: .infinity, sides: .infinity, weight: 0)
}
