/// What is wrong with a road network, a light plan or an order to a vehicle.
public enum TrafficError: Error, Hashable, Sendable {
  /// A road names a junction that doesn't exist, or has a limit or lanes that are out of range.
  case unusableRoad(Int, reason: String)
  /// A junction's point is not within 1000 km, or more than 64 roads begin or end at it.
  case unusableJunction(Int, reason: String)
  /// A restriction names a road or junction that doesn't exist.
  case unusableRestriction(Int)
  /// A stall of a car park names a road that doesn't exist, or lies at no finite place.
  case unusableStall(carPark: Int, stall: Int)
  /// A bus line has too few stops, no headway, or a stop that can't be reached from the one before.
  case unusableBusLine(Int, reason: String)
  /// A light plan names a junction that doesn't exist, is one of two for it, or has unusable times.
  case unusablePlan(junction: Int, reason: String)
  /// A road leads to a junction with lights, and the plan gives it no green.
  case noGreen(junction: Int, road: Int)
  /// A vehicle's sizes or its driver's parameters are out of range.
  case unusableVehicle
  /// The place doesn't exist, or this kind of vehicle may not be there.
  case unusablePlace
  /// Another vehicle is where this one should appear: try again later.
  case noRoom
  /// No way leads there for this kind of vehicle.
  case unreachable
  /// The vehicle has left, or was never there.
  case noSuchVehicle
  /// The vehicle must stand still for that, on a road or at its edge.
  case notStanding
}
