import Glibc
public import Kernel
public import Venues

/// The colour of a signal.
public enum LightColour: UInt8, Sendable {
  case green, amber, red
}

/// Signal states as functions of the plan and the time alone, so that drivers and pedestrians get
/// the same.
extension SignalPlan {
  /// Returns the signal for the traffic along a road.
  public func light(for road: Int, at time: SimTime) -> LightColour {
    let place = place(at: time)
    guard phases.indices.contains(place.phase), phases[place.phase].roads.contains(road) else {
      return .red
    }
    let green = phases[place.phase].greenSeconds
    if place.seconds < green { return .green }
    return place.seconds < green + amberSeconds ? .amber : .red
  }

  /// Returns the time of the next change of any signal, after a time.
  public func nextChange(after time: SimTime) -> SimTime {
    let place = place(at: time)
    guard phases.indices.contains(place.phase) else { return .distantFuture }
    let green = phases[place.phase].greenSeconds
    let ends = [green, green + amberSeconds, green + amberSeconds + clearanceSeconds]
    let end = ends.first { $0 > place.seconds } ?? cycleSeconds
    // One more nanosecond, so that rounding never yields a time just before the change.
    return time + .seconds(end - place.seconds) + SimDuration(nanoseconds: 1)
  }

  /// Returns the remaining red time of the traffic along a road, in s: 0 unless it has red now.
  ///
  /// Infinite if it never gets green.
  public func redLeft(for road: Int, at time: SimTime) -> Double {
    guard light(for: road, at: time) == .red else { return 0 }
    let place = place(at: time)
    guard phases.indices.contains(place.phase) else { return .infinity }
    var wait = span(of: place.phase) - place.seconds
    for step in 1...phases.count {
      let phase = (place.phase + step) % phases.count
      if phases[phase].roads.contains(road), phases[phase].greenSeconds > 0 { return wait }
      wait += span(of: phase)
    }
    return .infinity
  }

  /// Returns true if a pedestrian may start to cross a road, at the junction's edge.
  ///
  /// Pedestrians have green while the traffic along that road has red for at least
  /// `crossingSeconds`, so that they reach the other side in time. Without signals for that road,
  /// they may always walk.
  public func mayWalk(
    across road: Int, at time: SimTime, crossingSeconds: Double
  ) -> Bool {
    guard phases.contains(where: { $0.roads.contains(road) }) else { return true }
    return light(for: road, at: time) == .red
      && redLeft(for: road, at: time) >= crossingSeconds
  }

  /// Returns the next time, at or after a time, at which a pedestrian may start to cross a road.
  ///
  /// Nil if no red in the cycle is long enough.
  public func nextWalk(
    across road: Int, atOrAfter time: SimTime, crossingSeconds: Double
  ) -> SimTime? {
    var moment = time
    // Every phase has three changes, and one cycle covers all cases.
    for _ in 0...(3 * phases.count + 1) {
      if mayWalk(across: road, at: moment, crossingSeconds: crossingSeconds) { return moment }
      moment = nextChange(after: moment)
    }
    return nil
  }

  private func span(of phase: Int) -> Double {
    phases[phase].greenSeconds + amberSeconds + clearanceSeconds
  }

  private func place(at time: SimTime) -> (phase: Int, seconds: Double) {
    let cycle = cycleSeconds
    guard cycle > 0, cycle.isFinite else { return (-1, 0) }
    var rest = fmod(time.seconds + offsetSeconds, cycle)
    if rest < 0 { rest += cycle }
    for phase in phases.indices {
      let span = span(of: phase)
      if rest < span { return (phase, rest) }
      rest -= span
    }
    return (0, 0)
  }
}
