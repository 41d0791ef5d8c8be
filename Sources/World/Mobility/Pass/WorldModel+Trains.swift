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

/// Agents who take a train.
extension WorldModel {
  /// The number of the first train among vehicles; those on roads have smaller ones.
  static let firstTrain = 1_000_000

  /// The way to where the line begins, the ride, and getting off.
  func trainRide(_ ride: TrainRide, _ index: Int) -> [Action] {
    let platform = network.platform(at: ride.line.place(at: 0).point)
    let speed = agents[index].plan.traits.walkingSpeed
    let way = platform.map {
      Action.reach($0, speed: speed, doing: .walking, stops: true)
    }
    return (way.map { [$0] } ?? []) + [.boardTrain(ride), .leaveTrain]
  }

  /// Gets on, and wakes up when the train stands at the end of its line.
  mutating func boardTrain(
    _ ride: TrainRide, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) -> Bool {
    let now = schedule.now
    leaveCrowd(index, at: now)
    let begin = ride.line.place(at: 0).point
    let (place, heading) = whereabouts(of: index, at: now)
    let gap = place.xy.distance(to: begin)
    guard gap <= 2 * TrainRide.platformReach else {
      remark(index, "can't get to the train, which begins \(gap.rounded()) m away", at: now)
      return false
    }
    setLevel(index, nil, at: now)
    // Nobody is jolted: one is aboard before the doors close.
    let aboard = Self.doorTime + .seconds(max(0.8, 2 * gap.squareRoot()) + 1)
    let departure = now + max(aboard, .seconds(ride.haltSeconds))
    trains.append(
      RunningTrain(
        ride: ride, departure: departure, boarding: now + Self.doorTime, facingRadians: heading))
    setStance(index, .train(trains.count - 1), at: now)
    agents[index].carrySince = now + Self.doorTime
    agents[index].doing.set(.train, at: now)
    agents[index].vehicle.set(Self.firstTrain + trains.count - 1, at: now)
    // The doors open a moment after it stands.
    sleep(index, until: departure + .seconds(ride.durationSeconds + 3), &schedule)
    return true
  }

  /// Gets off onto the platform; false if one didn't get on.
  mutating func leaveTrain(_ index: Int, _ schedule: inout Schedule<WorldEvent>) -> Bool {
    guard case .train(let number) = agents[index].stance else { return false }
    let end = trains[number].place(at: schedule.now).point
    stepOut(index, to: network.platform(at: end) ?? Spot(end), &schedule)
    return true
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
