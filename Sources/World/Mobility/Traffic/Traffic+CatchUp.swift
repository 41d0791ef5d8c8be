import Kernel

extension Traffic {
  /// Lets the clock catch up with a world in which nobody looked at the roads for a while.
  ///
  /// Vehicles stay where they are, as if time had stood still for them; lights and the timetable of
  /// the buses go on.
  mutating func catchUp(to time: SimTime) {
    guard time > now else { return }
    let steps = Int32(clamping: time.nanoseconds / Self.timeStep.nanoseconds)
    let delta = steps - stepCount
    guard delta > 0 else { return }
    for index in errands.indices {
      if errands[index].dwellEnd >= 0 { errands[index].dwellEnd += delta }
      errands[index].waitsSince += delta
    }
    for number in buses.indices where buses[number].next < steps && buses[number].next != .max {
      let late = steps - buses[number].next
      buses[number].next += (late / buses[number].headway + 1) * buses[number].headway
    }
    stepCount = steps
    clock.advance(to: now)
  }
}
