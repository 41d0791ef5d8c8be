public import Kernel
public import Observations
public import Parts

// Position demand of geofences.

extension CircularRegionMonitor {
  /// Returns the position demand: coarse and rare far from all edges, finer and sooner near one; nil
  /// without regions.
  ///
  /// The next fix is due before the edge can be reached at the activity's maximum speed, with half the
  /// distance to the edge as accuracy.
  public func demand(
    during activity: ActivityFlags = .unknown, at time: SimTime
  ) -> PositionDemand? {
    guard !monitors.isEmpty else { return nil }
    let speed = greatestSpeed(activity)
    var wish = PositionDemand(
      accuracyMetres: parameters.coarsestMetres, interval: parameters.longestInterval)
    for index in monitors.indices {
      let (radius, distance) = (monitors[index].radius, monitors[index].distance)
      if monitors[index].pending != nil {
        // Half the dwell time, so that a second fix has arrived at its end.
        wish = wish.joined(
          with: PositionDemand(
            accuracyMetres: max(parameters.pendingMetres, radius / 4),
            interval: max(
              parameters.shortestInterval, .seconds(parameters.dwell.seconds / 2)),
            closerLookMetres: max(parameters.cushionMetres, radius / 2)))
        continue
      }
      guard monitors[index].isEstablished, distance.isFinite else {
        wish = wish.joined(
          with: PositionDemand(
            accuracyMetres: max(parameters.unknownMetres, radius / 2),
            interval: parameters.timeout,
            // A location that is too coarse for a start causes a request for a better one.
            closerLookMetres: max(parameters.unknownMetres, radius)))
        continue
      }
      let gap = abs(distance - radius)
      let interval = SimDuration.seconds(gap / speed)
      // Within the typical report latency of the edge, and not located well enough.
      let isNear = gap / speed <= parameters.nearSpan.seconds
      wish = wish.joined(
        with: PositionDemand(
          accuracyMetres: max(
            parameters.nearMetres, min(parameters.coarsestMetres, max(gap, radius / 2) / 2)),
          interval: min(parameters.longestInterval, max(parameters.shortestInterval, interval)),
          closerLookMetres: isNear ? max(parameters.cushionMetres, radius / 2) : nil))
    }
    return wish
  }

  /// Returns the maximum speed of an activity, in m/s.
  private func greatestSpeed(_ activity: ActivityFlags) -> Double {
    let speed = parameters.speed
    if activity.contains(.automotive) { return speed.driving }
    if activity.contains(.cycling) { return speed.cycling }
    if activity.contains(.running) { return speed.running }
    if activity.contains(.walking) { return speed.walking }
    return activity.contains(.stationary) ? speed.still : speed.unknown
  }
}
