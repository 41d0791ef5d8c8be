public import Geometry

/// The handle of a vehicle in the traffic.
public struct VehicleID: Hashable, Sendable {
  let slot: Int32
  let generation: Int32
}

/// A position on a road.
public struct RoadPosition: Hashable, Sendable {
  /// The index of the road.
  public var road: Int
  /// True in the direction of the road's line.
  public var isForward: Bool
  /// The distance from the start of the road in the direction of travel, in m.
  public var metres: Double
  /// The lane, counted from the kerb side; 0 is the outermost.
  public var lane: Int

  public init(road: Int, isForward: Bool = true, metres: Double, lane: Int = 0) {
    self.road = road
    self.isForward = isForward
    self.metres = metres
    self.lane = lane
  }
}

/// The initial position of a vehicle.
public enum VehiclePosition: Hashable, Sendable {
  /// On a road, at a speed in m/s; it stops there until it receives a destination.
  case road(RoadPosition, speed: Double = 0)
  /// Parked in a stall of a car park.
  case stall(carPark: Int, stall: Int)
  /// Standing at the kerb nearest to a point.
  case kerb(Vec2)
}

/// The destination of a vehicle.
public enum Destination: Hashable, Sendable {
  /// The end of a road that leads to a junction.
  case junction(Int)
  /// A position on a road; the vehicle stops in its lane.
  case position(RoadPosition)
  /// The road position nearest to a point; the vehicle stops in its lane.
  case road(near: Vec2)
  /// At the kerb at a point: for getting in and out, fuel, a kiosk.
  case kerb(Vec2)
  /// A free stall of a car park, found by search.
  case carPark(Int)
  /// One stall of a car park, if it is still free on arrival.
  case stall(carPark: Int, stall: Int)
}

/// The pose and the motion of a vehicle.
public struct VehiclePose: Hashable, Sendable {
  /// The midpoint between the axles, in m east and north.
  ///
  /// Both axles follow the path; the midpoint is half the wheelbase from either.
  public var position: Vec2
  /// In rad anticlockwise from east.
  public var headingRadians: Double
  /// The velocity of the midpoint, in m/s.
  public var velocity: Vec2
  /// The yaw rate, in rad/s.
  public var turnRate: Double
  /// The longitudinal acceleration, in m/s²: negative while braking.
  public var acceleration: Double

  /// In m/s, negative in reverse.
  public var speed: Double {
    velocity.dot(Vec2(angle: headingRadians)) < 0 ? -velocity.length : velocity.length
  }
}

/// The activity of a vehicle.
public enum VehicleActivity: String, Sendable {
  /// On its way along roads.
  case driving
  /// Turning into a stall or out of it, or driving figures on a car park.
  case manoeuvring
  /// Standing on the road, at its edge or in a stall, without a task.
  case standing
}

/// A traffic event of the last step.
public enum TrafficEvent: Hashable, Sendable {
  /// The vehicle reached its destination and stands.
  case arrived(VehicleID)
  /// The vehicle found no free stall and stopped; it blocks the road until it receives a
  /// destination.
  case foundNoStall(VehicleID)
  /// The vehicle missed a turn in dense traffic, and no route leads to its destination any more.
  case lostRoute(VehicleID)
  /// A bus stands at a stop with open doors.
  case busArrived(VehicleID, line: Int, stop: Int)
  /// A bus has closed its doors and leaves the stop.
  case busDeparted(VehicleID, line: Int, stop: Int)
  /// The vehicle left the simulated area.
  case left(VehicleID)
}
