import Geometry
import Kernel
import Maps
import Truth
import Venues

/// A train that somebody sits in.
struct RunningTrain: Sendable {
  let ride: TrainRide
  /// When it sets off.
  let departure: SimTime
  /// When the rider got on, and the direction that the rider faced then, in radians.
  let boarding: SimTime
  let facingRadians: Double

  /// Where it is at a time, and which way the rider faces: forward, once seated.
  func place(at time: SimTime) -> (point: Vec2, headingRadians: Double) {
    var (point, heading) = ride.place(at: (time - departure).seconds)
    if time < departure {
      let share = max(0, (time - boarding).seconds / (departure - boarding).seconds)
      let turn = (facingRadians - heading).remainder(dividingBy: 2 * .pi)
      heading += turn * (1 - share * share * (3 - 2 * share))
    }
    return (point, heading)
  }
}

extension WalkNetwork {
  /// Where one can stand beside a train; nil if that is too far from it.
  func platform(at point: Vec2) -> Spot? {
    nearestWalkable(to: Spot(point)).flatMap {
      $0.point.distance(to: point) <= TrainRide.platformReach ? $0 : nil
    }
  }
}
