public import Kernel
public import Observations

// What locations the monitored regions need.

extension CircularRegionMonitor {
  /// The wish for locations: coarse and seldom far from all edges, finer and sooner near one.
  ///
  /// The next fix is wanted no later than the edge can be reached at the greatest speed that the
  /// activity allows, and half as far off as the edge is.
  ///
  /// - Parameters:
  ///   - activity: What the user does now, as far as known.
  ///   - time: Now.
  /// - Returns: The wish; nil when nothing is monitored.
  public func demand(
    during activity: ActivityFlags = .unknown, at time: SimTime
  ) -> PositionDemand? {
    guard !watches.isEmpty else { return nil }
    let speed = Self.greatestSpeed(activity)
    var wish = PositionDemand(accuracyMetres: 1000, interval: parameters.longestInterval)
    for place in watches.indices {
      let (radius, distance) = (watches[place].radius, watches[place].distance)
      if watches[place].pending != nil {
        // Half the dwell, so that a second fix is there when it ends.
        wish = wish.joined(
          with: PositionDemand(
            accuracyMetres: max(20, radius / 4),
            interval: max(
              parameters.shortestInterval, .seconds(parameters.dwell.seconds / 2)),
            closerLookMetres: max(parameters.cushionMetres, radius / 2)))
        continue
      }
      guard watches[place].isEstablished, distance.isFinite else {
        wish = wish.joined(
          with: PositionDemand(
            accuracyMetres: max(100, radius / 2), interval: parameters.patience))
        continue
      }
      let gap = abs(distance - radius)
      let interval = SimDuration.seconds(gap / speed)
      // Reached within the time after which reports typically come, and not known well enough.
      let isNear = gap / speed <= parameters.nearSpan.seconds
      wish = wish.joined(
        with: PositionDemand(
          accuracyMetres: max(30, min(1000, max(gap, radius / 2) / 2)),
          interval: min(parameters.longestInterval, max(parameters.shortestInterval, interval)),
          closerLookMetres: isNear ? max(parameters.cushionMetres, radius / 2) : nil))
    }
    return wish
  }

  /// The greatest speed to reckon with, in m/s.
  ///
  /// Estimates: someone still is somewhere else in a quarter of an hour only if motion missed it; a
  /// walk, a run, a ride on a bicycle, a freeway.
  static func greatestSpeed(_ activity: ActivityFlags) -> Double {
    if activity.contains(.automotive) { return 35 }
    if activity.contains(.cycling) { return 10 }
    if activity.contains(.running) { return 5 }
    if activity.contains(.walking) { return 2 }
    return activity.contains(.stationary) ? 0.5 : 15
  }
}
