import Maps
import Truth

/// What can happen in the world.
enum WorldEvent: Sendable {
  /// Everybody who moves takes a step.
  case tick
  /// An agent's wait is over; the number tells it from waits that were given up.
  case wake(agent: Int, wait: Int)
  /// A lift does the next thing; its number tells it from what was given up.
  case lift(Int)
}

/// A thing that an agent does without further thought; errands are made of them.
enum Action: Sendable {
  /// Follow points on a plane; `stops` tells whether to come to a stand at the last.
  case follow(points: [SIMD2<Double>], doing: Doing, speed: Double, stops: Bool)
  /// Be on another plane from here on.
  case enter(level: Int?)
  /// Go through a door, which may make one stop.
  case door(Int)
  /// Wait until the lights of a junction let one cross.
  case awaitLight(junction: Int, towards: SIMD2<Double>)
  /// Take a connector from one of its stops to another.
  case take(connector: Int, from: Int, to: Int)
  /// Do something on the spot for a while.
  case stay(Doing, until: Moment)
  /// Have the phone somewhere else from now on.
  case place(Placement)
  /// Have the phone on a charger from now on, or off it.
  case link(PowerLink)
  /// Get into one's vehicle; get out of it and stand beside it.
  case board(VehicleUse)
  case alight
  /// Drive or cycle.
  case drive(DriveGoal)
  /// Get into another agent's car, or a bus.
  case rideAlong(withAgent: Int)
  case awaitBus(line: Int, from: Int, to: Int)
  /// Get onto a train, and off it where it ends.
  case boardTrain(TrainRide)
  case leaveTrain
  /// Find the way to a spot from wherever one is by then, and go.
  case reach(Spot, speed: Double, doing: Doing, stops: Bool)
  /// Work out an errand from wherever one is by then.
  case plan(Errand)
}

/// A vehicle of one's own.
enum VehicleUse: Sendable {
  case car, bicycle
}

/// Where a vehicle goes.
enum DriveGoal: Sendable {
  case carPark(Int)
  case point(SIMD2<Double>)
  /// To a stand in one's lane.
  case lane(SIMD2<Double>)
  case doughnuts(count: Int, radius: Double, speed: Double)
}
