import Geometry
import Kernel
import Maps
import Truth
import Venues

/// A train run with one passenger.
struct RunningTrain: Sendable {
  let ride: TrainRide
  let departure: SimTime
  /// The boarding time, and the passenger's heading then, in radians.
  let boarding: SimTime
  let facingRadians: Double

  /// The position at a time, and the passenger's heading, which turns forward before departure.
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
  /// The standing position beside a train; nil if it is too far away.
  func platform(at point: Vec2) -> Spot? {
    nearestWalkable(to: Spot(point)).flatMap {
      $0.point.distance(to: point) <= TrainRide.platformReach ? $0 : nil
    }
  }
}
