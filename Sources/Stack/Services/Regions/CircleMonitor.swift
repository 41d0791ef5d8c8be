import Kernel
import Observations

/// Geofence state of one circle: side, pending crossing, and hysteresis.
///
/// Its queries are methods on the value in place, because a query through an array element copies the
/// region.
struct CircleMonitor: Hashable, Sendable {
  /// Crossing during its dwell time.
  struct Pending: Hashable, Sendable {
    var side: RegionSide
    var since: SimTime
    var count: Int
    var distance: Double
  }

  typealias Parameters = CircularRegionMonitor.Parameters

  let subject: RegionSubject
  let plane: GroundPlane
  /// In m.
  let radius: Double
  private(set) var side = RegionSide.unknown
  /// True if the side has been determined since the phone's start.
  private(set) var isEstablished = false
  private(set) var pending: Pending?
  /// Distance of the latest fix from the centre, in m.
  private(set) var distance = Double.nan
  /// Time of the first fix without a clear side, before the first state.
  private var openSince: SimTime?
  /// Time of the first fix outside, before the first state, which a single fix does not prove.
  private var doubtedSince: SimTime?
  /// Number of recent crossings that were soon undone, and the time of the last crossing.
  private var activityLevel = 0
  private var crossedAt: SimTime = .distantPast

  init(_ subject: RegionSubject, plane: GroundPlane, radius: Double) {
    (self.subject, self.plane, self.radius) = (subject, plane, radius)
  }

  /// Clears volatile state after a restart: the side must be determined again.
  mutating func boot() {
    isEstablished = false
    pending = nil
    openSince = nil
    doubtedSince = nil
    distance = .nan
  }

  /// Returns the time at which the pending crossing is confirmed; nil if there is none.
  func due(_ parameters: Parameters) -> SimTime? {
    guard let pending else { return nil }
    let times = Int64(1) << Int64(activityLevel)
    let isConfirmed = pending.count >= parameters.minCount + activityLevel
    return pending.since + (isConfirmed ? parameters.dwell : parameters.timeout) * times
  }

  // MARK: - Judging

  /// Processes a fix.
  mutating func judge(
    _ fix: LocationFix, _ parameters: Parameters, at time: SimTime,
    into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    let deviation = fix.axisDeviation
    let sight = look(fix.coordinate, deviation, parameters)
    guard !sight.isNoNews else { return }
    guard isEstablished else {
      let accuracy = fix.horizontalAccuracyMetres
      let isFine = accuracy <= max(parameters.unknownMetres, radius)
      // An accuracy circle across the edge determines no side, and a cell's accuracy never does.
      let isClear =
        isFine ? abs(radius - distance) >= accuracy : -sight.margin >= parameters.firstReachMetres
      let isConfident = isClear && abs(sight.margin) >= parameters.confidence * deviation
      return establish(
        margin: sight.margin, isConfident: isConfident, isFine: isFine, parameters, at: time,
        into: &events,
        log: &log)
    }
    weigh(sight.side, margin: sight.margin, parameters, at: time, log: &log)
    confirm(parameters, at: time, into: &events, log: &log)
  }

  /// Position of a fix relative to the edge.
  private struct EdgeMargin {
    /// Distance within the edge, in m; negative outside.
    var margin: Double
    /// Side beyond both the fix's error and the cushion; unknown if neither.
    var side: RegionSide
    /// True if the fix has no effect.
    var isNoNews: Bool
  }

  /// Computes a fix's margin and side; most regions are far away, so that the fix has no effect.
  private mutating func look(
    _ position: Coordinate, _ deviation: Double, _ parameters: Parameters
  ) -> EdgeMargin {
    distance = plane.distance(to: position)
    // Rice distribution of the distance: the RMS distance is the fix's distance, enlarged by its error.
    let margin = radius - (distance * distance + deviation * deviation).squareRoot()
    let isConfident = abs(margin) >= parameters.confidence * deviation
    let found: RegionSide =
      if isConfident, distance <= innerEdge(parameters) {
        .inside
      } else if isConfident, margin < 0, distance >= outerEdge(parameters) {
        .outside
      } else {
        .unknown
      }
    let isNoNews = isEstablished && pending == nil && (found == side || found == .unknown)
    return EdgeMargin(margin: margin, side: found, isNoNews: isNoNews)
  }

  private func innerEdge(_ parameters: Parameters) -> Double {
    radius - min(parameters.cushionMetres, parameters.innerShare * radius)
  }

  private func outerEdge(_ parameters: Parameters) -> Double { radius + parameters.cushionMetres }

  /// Starts, supports or drops a pending crossing.
  private mutating func weigh(
    _ found: RegionSide, margin: Double, _ parameters: Parameters, at time: SimTime,
    log: inout DecisionLog
  ) {
    if let now = pending {
      let isContrary =
        found == side || (found == .unknown && (margin > 0) != (now.side == .inside))
      if isContrary {
        pending = nil
        subject.note(
          now.side.crossing, .dropped,
          [reason(of: now, parameters), Reason(.fixContrary, at: time, value: distance)],
          at: time, log: &log)
      } else if found == now.side {
        pending?.count += 1
      }
    } else if found != .unknown, found != side {
      let new = Pending(side: found, since: time, count: 1, distance: distance)
      pending = new
      subject.note(
        new.side.crossing, .awaited, [reason(of: new, parameters)], at: time, log: &log)
    }
  }

  /// Confirms the pending crossing, if it is due.
  mutating func confirm(
    _ parameters: Parameters, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    guard let pending, let due = due(parameters), due <= time else { return }
    self.pending = nil
    let isConfirmed = pending.count >= parameters.minCount
    let stay = Reason(
      isConfirmed ? .stayed : .silent, at: time, value: (time - pending.since).seconds,
      limit: (isConfirmed ? parameters.dwell : parameters.timeout).seconds)
    cross(
      to: pending.side, because: [reason(of: pending, parameters), stay], parameters, at: time,
      into: &events, log: &log)
  }

  /// Determines the side for the first time, or again after the phone's start.
  private mutating func establish(
    margin: Double, isConfident: Bool, isFine: Bool, _ parameters: Parameters, at time: SimTime,
    into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    let since = openSince ?? time
    openSince = since
    // At the edge no fix is ever certain; after a timeout the likelier side of an accurate one is used.
    let hasWaited = isFine && time - since >= parameters.timeout
    guard isConfident || hasWaited else { return }
    let found: RegionSide = margin > 0 ? .inside : .outside
    // A false exit at home is worse than a late one.
    let isDoubtful =
      found == .outside && side == .unknown && -margin < parameters.initialMarginMetres
    if isDoubtful, !hasWaited {
      let since = doubtedSince ?? time
      doubtedSince = since
      // Fixes from one scan share its error, so later fixes are required.
      guard time - since >= parameters.dwell else { return }
    }
    isEstablished = true
    (openSince, doubtedSince) = (nil, nil)
    let fix = Reason(
      found == .inside ? .fixInside : .fixOutside, at: time, value: distance, limit: radius)
    let known = Reason(side == .unknown ? .firstKnown : .knownAgain, at: time)
    guard side == .unknown || side == found else {
      return cross(
        to: found, because: [fix, known], parameters, at: time, into: &events, log: &log)
    }
    side = found
    subject.publish(found.state, into: &events)
    subject.note(found.state, .reported, [fix, known], at: time, log: &log)
  }

  private mutating func cross(
    to new: RegionSide, because reasons: [Reason], _ parameters: Parameters, at time: SimTime,
    into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    side = new
    let isUndone = time - crossedAt < parameters.hysteresis
    activityLevel =
      isUndone ? min(parameters.maxActivityLevel, activityLevel + 1) : max(0, activityLevel - 1)
    crossedAt = time
    subject.cross(to: new, because: reasons, at: time, into: &events, log: &log)
  }

  private func reason(of pending: Pending, _ parameters: Parameters) -> Reason {
    let isInside = pending.side == .inside
    return Reason(
      isInside ? .fixInside : .fixOutside, at: pending.since, value: pending.distance,
      limit: isInside ? innerEdge(parameters) : outerEdge(parameters))
  }
}
