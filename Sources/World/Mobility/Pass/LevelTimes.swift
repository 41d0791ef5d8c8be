import Geometry
import Kernel
import Maps
import Truth

extension Track where Value == Int? {
  /// Returns the changes of level, each at the moment at which the path passes half way between the
  /// floors.
  ///
  /// The world pass samples people on stairs, belts and in lifts every 0.75 s; bisection finds the
  /// moment to a millisecond. Changes at constant height, such as through a door, keep their times.
  func timed(by path: MotionPath, in map: VenueMap) -> Track {
    guard let first = changes.first else { return self }
    var timed = Track(first.value)
    var last = first.time
    for (before, after) in zip(changes, changes.dropFirst()) {
      let (from, to) = (
        map.elevation(of: Spot(.zero, level: before.value)),
        map.elevation(of: Spot(.zero, level: after.value))
      )
      var time = after.time
      if from != to {
        let (low, high) = (
          max(last, after.time - .seconds(1.5)), after.time + .seconds(1.5)
        )
        time = crossing(of: (from + to) / 2, path, between: low, and: high) ?? time
      }
      time = max(time, last)
      timed.set(after.value, at: time)
      last = time
    }
    return timed
  }

  /// The time at which a path passes a height within an interval, by bisection; nil if it does not.
  private func crossing(
    of height: Double, _ path: MotionPath, between begin: SimTime, and end: SimTime
  ) -> SimTime? {
    var (low, high) = (begin, end)
    let isBelow = path.state(at: low).position.z < height
    guard low < high, (path.state(at: high).position.z < height) != isBelow else { return nil }
    while high - low > .milliseconds(1) {
      let middle = low + SimDuration(nanoseconds: (high - low).nanoseconds / 2)
      if (path.state(at: middle).position.z < height) == isBelow {
        low = middle
      } else {
        high = middle
      }
    }
    return high
  }
}
