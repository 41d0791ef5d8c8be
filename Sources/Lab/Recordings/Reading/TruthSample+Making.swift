package import Kernel
package import Observations
package import Truth

extension TruthSample {
  /// A sample with only the activity known, from a time on.
  package static func doing(_ activity: TrueActivity, from time: SimTime) -> TruthSample {
    var sample = TruthSample(unknownAt: time)
    sample.activity = activity
    sample.known = .activity
    return sample
  }

  /// A sample with only the step count since the start known.
  package static func steps(_ count: Int, at time: SimTime) -> TruthSample {
    var sample = TruthSample(unknownAt: time)
    sample.stepCount = count
    sample.known = .steps
    return sample
  }

  /// A sample with only the position known.
  package static func place(_ coordinate: Coordinate, at time: SimTime) -> TruthSample {
    var sample = TruthSample(unknownAt: time)
    sample.coordinate = coordinate
    sample.known = .position
    return sample
  }

  /// A sample with position and floor known.
  package static func place(_ coordinate: Coordinate, floor: Int, at time: SimTime) -> TruthSample {
    var sample = place(coordinate, at: time)
    sample.floor = floor
    sample.known.insert(.floor)
    return sample
  }
}

extension SimTime {
  /// The next nanosecond: the end of truth that holds up to and including this time.
  package var next: SimTime { self + SimDuration(nanoseconds: 1) }
}
