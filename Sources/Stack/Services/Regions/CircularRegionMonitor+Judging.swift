import Kernel
import Observations

// How fixes become crossings.

extension CircularRegionMonitor {
  /// Weighs a fix for one region.
  mutating func judge(
    _ place: Int, _ fix: LocationFix, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    let deviation = fix.axisDeviation
    let sight = watches[place].look(fix.coordinate, deviation, parameters)
    guard !sight.isNoNews else { return }
    judge(place, sight, deviation, at: time, into: &events, log: &log)
  }

  private mutating func judge(
    _ place: Int, _ sight: Watch.Sight, _ deviation: Double, at time: SimTime,
    into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    guard watches[place].isEstablished else {
      let isSure = abs(sight.margin) >= parameters.sureness * deviation
      establish(place, margin: sight.margin, isSure: isSure, at: time, into: &events, log: &log)
      return
    }
    weigh(place, sight.side, margin: sight.margin, at: time, log: &log)
    guard let pending = watches[place].pending, due(pending, place) <= time else { return }
    settle(place, at: time, into: &events, log: &log)
  }

  /// Lets a crossing begin, go on, or fall.
  private mutating func weigh(
    _ place: Int, _ side: RegionSide, margin: Double, at time: SimTime, log: inout DecisionLog
  ) {
    let current = watches[place].side
    if var pending = watches[place].pending {
      let isContrary =
        side == current || (side == .unknown && (margin > 0) != (pending.side == .inside))
      if isContrary {
        watches[place].pending = nil
        note(
          place, pending.side, .dropped,
          [
            reason(of: pending, place),
            Reason(.fixContrary, at: time, value: watches[place].distance),
          ], at: time, log: &log)
      } else if side == pending.side {
        pending.count += 1
        watches[place].pending = pending
      }
    } else if side != .unknown, side != current {
      let pending = Pending(
        side: side, since: time, count: 1, distance: watches[place].distance)
      watches[place].pending = pending
      note(place, side, .awaited, [reason(of: pending, place)], at: time, log: &log)
    }
  }

  /// Makes a pending crossing one.
  mutating func settle(
    _ place: Int, at time: SimTime, into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    guard let pending = watches[place].pending else { return }
    watches[place].pending = nil
    let stay = Reason(
      pending.count >= parameters.leastCount ? .stayed : .silent, at: time,
      value: (time - pending.since).seconds,
      limit: (pending.count >= parameters.leastCount ? parameters.dwell : parameters.patience)
        .seconds)
    cross(
      place, to: pending.side, because: [reason(of: pending, place), stay], at: time,
      into: &events, log: &log)
  }

  /// Finds the side for the first time, or again after the phone's start.
  private mutating func establish(
    _ place: Int, margin: Double, isSure: Bool, at time: SimTime,
    into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    let since = watches[place].openSince ?? time
    watches[place].openSince = since
    // Right at the edge no fix is ever sure; then the nearer side has to do.
    guard isSure || time - since >= parameters.patience else { return }
    watches[place].isEstablished = true
    watches[place].openSince = nil
    let side: RegionSide = margin > 0 ? .inside : .outside
    let fix = Reason(
      side == .inside ? .fixInside : .fixOutside, at: time, value: watches[place].distance,
      limit: watches[place].radius)
    let before = watches[place].side
    if before != .unknown, before != side {
      cross(
        place, to: side, because: [fix, Reason(.knownAgain, at: time)], at: time, into: &events,
        log: &log)
      return
    }
    watches[place].side = side
    tell(side == .inside ? .stateInside : .stateOutside, place, into: &events)
    note(
      place, side, .told,
      [fix, Reason(before == .unknown ? .firstKnown : .knownAgain, at: time)], at: time, log: &log,
      isState: true)
  }

  private mutating func cross(
    _ place: Int, to side: RegionSide, because reasons: [Reason], at time: SimTime,
    into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    watches[place].side = side
    let isUndone = time - watches[place].crossedAt < parameters.calm
    watches[place].restlessness =
      isUndone
      ? min(parameters.mostRestlessness, watches[place].restlessness + 1)
      : max(0, watches[place].restlessness - 1)
    watches[place].crossedAt = time
    let watch = watches[place]
    switch watch.purpose {
    case .notification(let text):
      guard side == .inside else { return }
      let notice = NotificationEvent(identifier: watch.identifier, text: text)
      events.append(ServiceEvent(app: watch.app, output: .notification(notice)))
      note(place, side, .told, reasons, at: time, log: &log)
    case .app:
      let isWanted = side == .inside ? watch.notifiesEntry : watch.notifiesExit
      if isWanted { tell(side == .inside ? .entered : .exited, place, into: &events) }
      // Each finding is told as a state too (documented: didDetermineState).
      tell(side == .inside ? .stateInside : .stateOutside, place, into: &events)
      note(
        place, side, isWanted ? .told : .dropped,
        isWanted ? reasons : reasons + [Reason(.notWanted, at: time)], at: time, log: &log)
    }
  }

  func tell(_ kind: RegionEvent.Kind, _ place: Int, into events: inout [ServiceEvent]) {
    let watch = watches[place]
    guard watch.purpose == .app else { return }
    let event = RegionEvent(kind, identifier: watch.identifier)
    events.append(ServiceEvent(app: watch.app, output: .region(event)))
  }

  private func reason(of pending: Pending, _ place: Int) -> Reason {
    let isInside = pending.side == .inside
    return Reason(
      isInside ? .fixInside : .fixOutside, at: pending.since, value: pending.distance,
      limit: isInside
        ? watches[place].innerEdge(parameters) : watches[place].outerEdge(parameters))
  }

  private func note(
    _ place: Int, _ side: RegionSide, _ verdict: Decision.Verdict, _ reasons: [Reason],
    at time: SimTime, log: inout DecisionLog, isState: Bool = false
  ) {
    let isInside = side == .inside
    let kind: RegionEvent.Kind =
      isState ? (isInside ? .stateInside : .stateOutside) : (isInside ? .entered : .exited)
    log.add(
      Decision(
        time: time, service: .region, app: watches[place].app,
        subject: watches[place].identifier, event: kind.rawValue, verdict: verdict,
        reasons: reasons))
  }
}

extension CircularRegionMonitor.Watch {
  /// What a fix shows of a region.
  struct Sight {
    /// How far within the edge it is, in m.
    var margin: Double
    /// The side beyond its error and the cushion; unknown if neither.
    var side: RegionSide
    /// Whether it changes nothing.
    var isNoNews: Bool
  }

  /// Measures how far a fix is, and whether that is news; for most regions, which lie far away, it
  /// isn't.
  ///
  /// It changes the distance in place: whatever asks a region that stands in an array copies it.
  mutating func look(
    _ place: Coordinate, _ deviation: Double, _ parameters: CircularRegionMonitor.Parameters
  ) -> Sight {
    distance = plane.distance(to: place)
    // After Rice's distribution of its distance: the root mean square distance is the fix's, widened
    // by its own error.
    let margin = radius - (distance * distance + deviation * deviation).squareRoot()
    let isSure = abs(margin) >= parameters.sureness * deviation
    let found: RegionSide =
      if isSure, distance <= innerEdge(parameters) {
        .inside
      } else if isSure, margin < 0, distance >= outerEdge(parameters) {
        .outside
      } else {
        .unknown
      }
    let isNoNews = isEstablished && pending == nil && (found == side || found == .unknown)
    return Sight(margin: margin, side: found, isNoNews: isNoNews)
  }

  func innerEdge(_ parameters: CircularRegionMonitor.Parameters) -> Double {
    radius - min(parameters.cushionMetres, parameters.innerShare * radius)
  }

  func outerEdge(_ parameters: CircularRegionMonitor.Parameters) -> Double {
    radius + parameters.cushionMetres
  }
}
