import Geometry

/// What a vehicle is about, apart from moving.
struct VehicleErrand: Sendable {
  enum Aim: Sendable {
    case none
    /// Stop in the lane.
    case lane
    /// Stop beside the road, so far to the left of the lane's middle.
    case kerb(Double)
    /// Drive about a car park.
    case search
    /// Turn into a stall that is kept for it.
    case stall(Int)
    /// Drive on and on.
    case wander
  }

  var spec: VehicleSpec
  var aim = Aim.none
  /// The tracks to follow, and for each the lanes that lead on, as bits.
  var route: [Int32] = []
  var lanes: [UInt32] = []
  /// How far along the last track it ends, in m.
  var goalOnTrack = 0.0
  var side = SideStep()
  /// The sideways movement before that one, which the rear axle may not have ended yet.
  var pastSide = SideStep()
  /// The stall it stands in or has kept, -1 if none.
  var stall = -1
  /// Whether it stands beside the road rather than in its lane.
  var isAside = false
  var search = StallSearch()
  var manoeuvre: Manoeuvre?
  /// Where it goes on to when a manoeuvre is done.
  var pending: Destination?
  /// Its bus line's number, -1 if none, and the stop that it stands at or drives to.
  var busLine = -1
  var busStop = 0
  var dwellEnd: Int32 = -1
  /// How many draws of its own it has used.
  var draws: UInt64 = 0
  /// An entry on the other side of the aisle while it manoeuvres there.
  var blockNode: Int32 = -1
  /// Where its middle is and where it points while it is on no road.
  var rest = LanePlace(point: Vec2(0, 0), tangent: Vec2(1, 0), curvature: 0)
  /// Whether it leaves the world at the end of the step.
  var leaves = false
  var isBackground = false
  /// The step since when it has waited for room.
  var waitsSince: Int32 = 0
}

extension VehicleErrand {
  /// The sideways movement that holds at a place on the odometer.
  func sideStep(at x: Double) -> SideStep { x < side.start ? pastSide : side }

  /// The offset from the lane's middle at a place on the odometer, in m to the left.
  func offset(at x: Double) -> Double { sideStep(at: x).at(x).offset }
}

/// How far a driver has got in looking for a stall.
struct StallSearch: Sendable {
  var carPark = -1
  /// The aisles in the order they are tried, and how many have been.
  var aisles: [Int32] = []
  var tried = 0
  var rounds = 0
  /// The one stall that will do, -1 for any.
  var only = -1
  /// Stalls are not looked at before here, on the odometer.
  var notBefore = -Double.infinity
}
