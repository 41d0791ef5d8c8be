public import Geometry

/// A vehicle in a world, while it is there.
public struct VehicleID: Hashable, Sendable {
  let slot: Int32
  let generation: Int32
}

/// A place on a road.
public struct RoadPosition: Hashable, Sendable {
  /// The road's number.
  public var road: Int
  /// Whether one drives in the direction of the road's line.
  public var isForward: Bool
  /// How far along, from where one comes, in m.
  public var metres: Double
  /// The lane, counted from the edge that one drives along; 0 is the outermost.
  public var lane: Int

  /// Makes a place.
  public init(road: Int, isForward: Bool = true, metres: Double, lane: Int = 0) {
    self.road = road
    self.isForward = isForward
    self.metres = metres
    self.lane = lane
  }
}

/// Where a vehicle appears.
public enum VehiclePlace: Hashable, Sendable {
  /// On a road, already driving at a speed in m/s; it stops there until it is told to drive.
  case road(RoadPosition, speed: Double = 0)
  /// Parked in a stall of a car park.
  case stall(carPark: Int, stall: Int)
  /// Standing beside the road nearest to a point.
  case kerb(Vec2)
}

/// Where a vehicle is sent.
public enum Destination: Hashable, Sendable {
  /// The end of a road that leads to a junction.
  case junction(Int)
  /// A place on a road, where it stops in its lane.
  case position(RoadPosition)
  /// The place on a road nearest to a point, where it stops in its lane.
  case road(near: Vec2)
  /// Beside the road at a point: for getting in and out, fuel, a kiosk.
  case kerb(Vec2)
  /// A free stall of a car park, which the driver looks for.
  case carPark(Int)
  /// One stall of a car park, if it is still free when the driver sees it.
  case stall(carPark: Int, stall: Int)
}

/// Where a vehicle is and how it moves.
public struct VehiclePose: Hashable, Sendable {
  /// The middle between the axles, in m east and north.
  ///
  /// Both axles follow the way; a vehicle's middle is about half its wheelbase from either.
  public var position: Vec2
  /// Where its front points, in rad anticlockwise from east.
  public var headingRadians: Double
  /// The velocity of that middle, in m/s.
  public var velocity: Vec2
  /// How fast the heading turns, in rad/s.
  public var turnRate: Double
  /// The acceleration along the way, in m/s²: negative while braking.
  public var acceleration: Double

  /// The speed in m/s, negative in reverse.
  public var speed: Double {
    velocity.dot(Vec2(angle: headingRadians)) < 0 ? -velocity.length : velocity.length
  }
}

/// What a vehicle does.
public enum VehicleActivity: String, Sendable {
  /// On its way along roads.
  case driving
  /// Turning into a stall or out of it, or driving figures on a car park.
  case manoeuvring
  /// Standing on the road, at its edge or in a stall, with nothing to do.
  case standing
}

/// Something that happened in the last step.
public enum TrafficEvent: Hashable, Sendable {
  /// It reached its destination and stands.
  case arrived(VehicleID)
  /// It found no free stall and stopped where it was; it blocks the way until told to drive.
  case foundNoStall(VehicleID)
  /// It missed a turn in dense traffic and no way leads to its destination any more.
  case lostItsWay(VehicleID)
  /// A bus stands at a stop with open doors.
  case busArrived(VehicleID, line: Int, stop: Int)
  /// A bus has closed its doors and leaves the stop.
  case busDeparted(VehicleID, line: Int, stop: Int)
  /// It left the simulated area.
  case left(VehicleID)
}
