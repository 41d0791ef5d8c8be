import Geometry

/// The task and the route of a vehicle.
struct VehicleTask: Sendable {
  enum TaskTarget: Sendable {
    case none
    /// Stop in the lane.
    case lane
    /// Stop at the kerb, at this offset to the left of the lane's centre.
    case kerb(Double)
    /// Search a car park for a stall.
    case search
    /// Turn into a reserved stall.
    case stall(Int)
    /// Drive at random without an end.
    case wander
  }

  var spec: VehicleSpec
  var aim = TaskTarget.none
  /// The tracks of the route, and for each the lanes that lead on, as bits.
  var route: [Int32] = []
  var lanes: [UInt32] = []
  /// The end of the route on the last track, in m.
  var goalOnTrack = 0.0
  var side = SideMotion()
  /// The stall that it occupies or has reserved, -1 if none.
  var stall = -1
  var search = StallSearch()
  /// The next destination at the end of a manoeuvre.
  var pending: Destination?
  /// The number of random streams drawn so far.
  var draws: UInt64 = 0
  /// The position of its centre and its direction while it is on no road.
  var rest = LanePlace(point: Vec2(0, 0), tangent: Vec2(1, 0), curvature: 0)
  /// True if it leaves the simulation at the end of the step.
  var leaves = false
  var isBackground = false
  /// The step since which it has waited for room.
  var waitsSince: Int32 = 0
}

extension VehicleTask.TaskTarget {
  /// True for a random drive.
  var isWander: Bool { if case .wander = self { true } else { false } }

  /// True for a stop at the kerb.
  var isKerb: Bool { if case .kerb = self { true } else { false } }
}

/// The progress of a driver's search for a stall.
struct StallSearch: Sendable {
  var carPark = -1
  /// The aisles in search order, and the number already searched.
  var aisles: [Int32] = []
  var tried = 0
  var rounds = 0
  /// The only acceptable stall, -1 for any.
  var only = -1
  /// The odometer reading before which stalls are ignored.
  var notBefore = -Double.infinity
}
