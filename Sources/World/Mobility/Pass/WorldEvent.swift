import Maps
import Truth

/// The events of the world pass.
enum WorldEvent: Sendable {
  /// A time step for all moving agents and vehicles.
  case tick
  /// The end of an agent's wait; the number separates it from cancelled waits.
  case wake(agent: Int, wait: Int)
  /// The next step of a lift, by its connector.
  case lift(Int)
}

/// An elementary action of an agent; activities expand into actions.
enum Action: Sendable {
  /// Follow points on a plane; `stops` is true to stop at the last.
  case follow(points: [SIMD2<Double>], doing: Doing, speed: Double, stops: Bool)
  /// Change to the plane of a level.
  case enter(level: Int?)
  /// Pass a door, with the probability of a stop in thousandths.
  case door(Int)
  /// Wait for the pedestrian signal of a junction.
  case awaitLight(junction: Int, towards: SIMD2<Double>)
  /// Take a connector from one of its stops to another.
  case take(connector: Int, from: Int, to: Int)
  /// Stay at the position with an activity, until a moment.
  case stay(Doing, until: ActivityEnd)
  /// Change the carrying position of the phone.
  case place(Placement)
  /// Connect the phone to a charger, or disconnect it.
  case link(PowerLink)
  /// Get into the agent's own vehicle; get out and stand beside it.
  case board(VehicleUse)
  case alight
  /// Drive or cycle.
  case drive(DriveGoal)
  /// Get into another agent's car, or a bus.
  case rideAlong(withAgent: Int)
  case awaitBus(line: Int, from: Int, to: Int)
  /// Board a train, and get off at its end.
  case boardTrain(TrainRide)
  case leaveTrain
  /// Find a route to a spot from the position at that time, and walk it.
  case reach(Spot, speed: Double, doing: Doing, stops: Bool)
  /// Expand an activity from the position at that time.
  case plan(AgentActivity)
}

/// A vehicle of the agent's own.
enum VehicleUse: Sendable {
  case car, bicycle
}

/// The destination of a vehicle.
enum DriveGoal: Sendable {
  case carPark(Int)
  case point(SIMD2<Double>)
  /// A stop in the lane.
  case lane(SIMD2<Double>)
  case doughnuts(count: Int, radius: Double, speed: Double)
}
