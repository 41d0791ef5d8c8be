/// An invalid road network, signal plan or vehicle command.
public enum TrafficError: Error, Hashable, Sendable {
  /// A road refers to a missing junction, or has a limit or lanes out of range.
  case unusableRoad(Int, reason: String)
  /// A junction is farther than 1000 km, or more than 64 roads begin or end at it.
  case unusableJunction(Int, reason: String)
  /// A restriction refers to a missing road or junction.
  case unusableRestriction(Int)
  /// A stall of a car park refers to a missing road, or has no finite position.
  case unusableStall(carPark: Int, stall: Int)
  /// A bus line has too few stops, no headway, or a stop that is unreachable from the one before.
  case unusableBusLine(Int, reason: String)
  /// A signal plan refers to a missing junction, is one of two for it, or has invalid times.
  case unusablePlan(junction: Int, reason: String)
  /// A road leads to a signalled junction whose plan gives it no green.
  case noGreen(junction: Int, road: Int)
  /// A vehicle's dimensions or its driver's parameters are out of range.
  case unusableVehicle
  /// The place does not exist, or is closed to this kind of vehicle.
  case unusablePlace
  /// Another vehicle occupies the position; a later attempt may succeed.
  case noRoom
  /// No route exists for this kind of vehicle.
  case unreachable
  /// The vehicle has left, or never existed.
  case noSuchVehicle
  /// The vehicle must stand still for the command, on a road or at its edge.
  case notStanding
}
