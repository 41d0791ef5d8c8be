public import Kernel
public import Observations
public import Parts

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
    let speed = greatestSpeed(activity)
    var wish = PositionDemand(
      accuracyMetres: parameters.coarsestMetres, interval: parameters.longestInterval)
    for index in watches.indices {
      let (radius, distance) = (watches[index].radius, watches[index].distance)
      if watches[index].pending != nil {
        // Half the dwell, so that a second fix is there when it ends.
        wish = wish.joined(
          with: PositionDemand(
            accuracyMetres: max(parameters.pendingMetres, radius / 4),
            interval: max(
              parameters.shortestInterval, .seconds(parameters.dwell.seconds / 2)),
            closerLookMetres: max(parameters.cushionMetres, radius / 2)))
        continue
      }
      guard watches[index].isEstablished, distance.isFinite else {
        wish = wish.joined(
          with: PositionDemand(
            accuracyMetres: max(parameters.unknownMetres, radius / 2),
            interval: parameters.patience,
            // A location too coarse to begin with asks for a better one.
            closerLookMetres: max(parameters.unknownMetres, radius)))
        continue
      }
      let gap = abs(distance - radius)
      let interval = SimDuration.seconds(gap / speed)
      // Reached within the time after which reports typically come, and not known well enough.
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

  /// The greatest speed to reckon with, in m/s.
  private func greatestSpeed(_ activity: ActivityFlags) -> Double {
    let speed = parameters.speed
    if activity.contains(.automotive) { return speed.driving }
    if activity.contains(.cycling) { return speed.cycling }
    if activity.contains(.running) { return speed.running }
    if activity.contains(.walking) { return speed.walking }
    return activity.contains(.stationary) ? speed.still : speed.unknown
  }
}
