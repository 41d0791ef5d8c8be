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
  var side = SideMotion()
  /// The stall it stands in or has kept, -1 if none.
  var stall = -1
  var search = StallSearch()
  /// Where it goes on to when a manoeuvre is done.
  var pending: Destination?
  /// How many draws of its own it has used.
  var draws: UInt64 = 0
  /// Where its middle is and where it points while it is on no road.
  var rest = LanePlace(point: Vec2(0, 0), tangent: Vec2(1, 0), curvature: 0)
  /// Whether it leaves the world at the end of the step.
  var leaves = false
  var isBackground = false
  /// The step since when it has waited for room.
  var waitsSince: Int32 = 0
}

extension VehicleErrand.Aim {
  /// Whether it drives on and on.
  var isWander: Bool { if case .wander = self { true } else { false } }

  /// Whether it is to stand beside the road.
  var isKerb: Bool { if case .kerb = self { true } else { false } }
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
