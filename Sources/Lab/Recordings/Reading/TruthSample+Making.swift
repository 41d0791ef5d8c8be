package import Kernel
package import Observations
package import Truth

extension TruthSample {
  /// What somebody does from a moment on; nothing else is known.
  package static func doing(_ activity: TrueActivity, from time: SimTime) -> TruthSample {
    var sample = TruthSample(unknownAt: time)
    sample.activity = activity
    sample.known = .activity
    return sample
  }

  /// How many steps there were since the start; nothing else is known.
  package static func steps(_ count: Int, at time: SimTime) -> TruthSample {
    var sample = TruthSample(unknownAt: time)
    sample.stepCount = count
    sample.known = .steps
    return sample
  }

  /// Where somebody is; nothing else is known.
  package static func place(_ coordinate: Coordinate, at time: SimTime) -> TruthSample {
    var sample = TruthSample(unknownAt: time)
    sample.coordinate = coordinate
    sample.known = .position
    return sample
  }

  /// The same with a level.
  package static func place(_ coordinate: Coordinate, floor: Int, at time: SimTime) -> TruthSample {
    var sample = place(coordinate, at: time)
    sample.floor = floor
    sample.known.insert(.floor)
    return sample
  }
}

extension SimTime {
  /// The very next moment: where truth ends that holds up to this one.
  package var next: SimTime { self + SimDuration(nanoseconds: 1) }
}
