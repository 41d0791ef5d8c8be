import Kernel
import Observations

// Stay-point clustering, and reports of arrivals and departures.

extension VisitDetector {
  /// Assigns a location to the present stay, or counts it as away.
  mutating func place(
    _ fix: LocationFix, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    let accuracy = fix.horizontalAccuracyMetres
    guard var present = stay else {
      if accuracy <= parameters.worstAccuracyMetres { stay = begin(with: fix).map(rested) }
      return
    }
    if let corrected = corrected(present, by: fix) {
      stay = corrected
      return
    }
    let middle = present.plane.offset(of: fix.coordinate)
    let count = max(present.weight, 1e-12)
    let (x, y) = (middle.east - present.east / count, middle.north - present.north / count)
    let distance = present.weight > 0 ? (x * x + y * y).squareRoot() : 0
    // Locations that may be on either side of the radius have no effect.
    let isAway = distance > parameters.radiusMetres + accuracy
    if !isAway, accuracy <= parameters.worstAccuracyMetres,
      distance <= parameters.radiusMetres || present.leftSince == nil && accuracy > distance
    {
      add(fix, to: &present)
      present.lastInside = max(present.lastInside, fix.time)
      present.leftSince = nil
      present.awayCount = 0
      present.next = []
      stay = present
    } else if distance > parameters.radiusMetres
      + reach(of: accuracy, isReported: present.isReported)
    {
      present.leftSince = present.leftSince ?? fix.time
      present.awayCount += 1
      present.awayDistance = distance - accuracy
      if accuracy <= parameters.worstAccuracyMetres { remember(fix, in: &present) }
      stay = present
    }
  }

  /// Returns the distance beyond a stay's radius, in m, from which a location is away.
  ///
  /// A cell's accuracy isn't a bound: phones receive cells from kilometres beyond it.
  private func reach(of accuracy: Double, isReported: Bool) -> Double {
    accuracy > parameters.worstAccuracyMetres
      ? parameters.coarseReachMetres : isReported ? 0.5 * min(accuracy, 100) : 0
  }

  private func begin(with fix: LocationFix) -> Stay? {
    guard let plane = GroundPlane(fix.coordinate) else { return nil }
    var new = Stay(plane: plane, arrival: fix.time, lastInside: fix.time)
    add(fix, to: &new)
    return new
  }

  /// Back-dates a new stay to the begin of a rest without locations that ends near it.
  ///
  /// Indoors there may be no location for hours; a person who then gets up is still near the first one.
  private func rested(_ new: Stay) -> Stay {
    guard let rest, rest.since < new.arrival, new.best <= parameters.radiusMetres,
      new.arrival - (rest.until ?? new.arrival) <= parameters.restSlack,
      (rest.until ?? new.arrival) - rest.since >= parameters.stillDwell
    else { return new }
    var new = new
    new.arrival = rest.since
    return new
  }

  /// Returns a coarsely known stay moved to the first good location at the end of its rest.
  ///
  /// - Returns: The stay; nil if the location is no better, or is too late.
  private func corrected(_ old: Stay, by fix: LocationFix) -> Stay? {
    guard old.best > parameters.roughMetres,
      fix.horizontalAccuracyMetres <= old.best / 2, let rest,
      fix.time - (rest.until ?? fix.time) <= parameters.restSlack,
      (rest.until ?? fix.time) - rest.since >= parameters.stillDwell,
      let new = begin(with: fix)
    else { return nil }
    guard old.isReported else { return rested(new) }
    var corrected = new
    corrected.arrival = old.arrival
    corrected.isReported = true
    return corrected
  }

  private func add(_ fix: LocationFix, to stay: inout Stay) {
    let accuracy = max(parameters.bestAccuracyMetres, fix.horizontalAccuracyMetres)
    let offset = stay.plane.offset(of: fix.coordinate)
    let weight = 1 / (accuracy * accuracy)
    // The centroid forgets the approach path; a walking person still leaves it behind.
    let span = (stay.isReported ? parameters.reportedMemory : parameters.newMemory).seconds
    let kept = span / (span + abs((fix.time - stay.lastInside).seconds))
    stay.weight *= kept
    stay.east *= kept
    stay.north *= kept
    stay.weight += weight
    stay.east += weight * offset.east
    stay.north += weight * offset.north
    stay.best = min(stay.best, accuracy)
  }

  /// Keeps a bounded sample of the locations away from the stay.
  private func remember(_ fix: LocationFix, in stay: inout Stay) {
    if let last = stay.next.last, fix.time - last.time < parameters.keptInterval { return }
    if stay.next.count >= parameters.keptCount { stay.next.removeFirst() }
    stay.next.append(fix)
  }

  /// Reports arrivals and departures that are certain by now.
  mutating func confirm(
    at time: SimTime, into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    guard let present = stay else { return }
    if present.isReported {
      guard let departure = departure(from: present, at: time) else { return }
      leave(present, departure, at: time, into: &events, log: &log)
    } else if let leftSince = present.leftSince, present.awayCount >= parameters.minAway,
      time - leftSince >= parameters.restartAfter
    {
      // The stay was not confirmed: start again from the locations away from it.
      let isRestSince = (rest?.since ?? .distantPast) > present.lastInside
      stay = isRestSince ? restart(present).map(rested) : restart(present)
    } else if let rideSince, rideSince >= present.lastInside {
      if time - rideSince >= parameters.ride { stay = nil }
    } else if time - present.arrival >= dwell(of: present), present.leftSince == nil {
      arrive(at: time, into: &events, log: &log)
    }
  }

  /// Returns the earliest stay that the latest of the kept locations support.
  private func restart(_ old: Stay) -> Stay? {
    guard var index = old.next.indices.last else { return nil }
    guard var new = begin(with: old.next[index]) else { return nil }
    while index > 0 {
      index -= 1
      let fix = old.next[index]
      guard new.plane.distance(to: fix.coordinate) <= parameters.radiusMetres else { break }
      new.arrival = fix.time
      add(fix, to: &new)
    }
    return new
  }

  private mutating func arrive(
    at time: SimTime, into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    guard var present = stay else { return }
    present.isReported = true
    stay = present
    publish(present, departure: .distantFuture, into: &events)
    var reasons = [
      Reason(.gathered, at: present.arrival, value: present.best, limit: parameters.radiusMetres)
    ]
    if let stillSince {
      reasons.append(
        Reason(.motionStill, at: stillSince, value: max(0, (time - stillSince).seconds)))
    }
    if isCharging { reasons.append(Reason(.charging, at: time)) }
    reasons.append(
      Reason(
        .stayLong, at: time, value: (time - present.arrival).seconds,
        limit: dwell(of: present).seconds))
    note("arrived", reasons, at: time, log: &log)
  }

  /// Returns the departure time, if the departure is certain by now.
  private func departure(from stay: Stay, at time: SimTime) -> (time: SimTime, reason: Reason)? {
    if let leftSince = stay.leftSince {
      let isLong = stay.awayCount >= parameters.minAway && time - leftSince >= parameters.absence
      let isFar =
        stay.awayCount >= parameters.minAway && stay.awayDistance >= parameters.farMetres
      if isLong || isFar {
        return (
          moment(leftSince, after: stay),
          Reason(
            .fixAway, at: leftSince, value: stay.awayDistance, limit: parameters.radiusMetres)
        )
      }
    }
    if let rideSince, rideSince >= stay.lastInside, time - rideSince >= parameters.ride {
      let reason = Reason(
        .motionLeft, at: rideSince, value: (time - rideSince).seconds,
        limit: parameters.ride.seconds)
      return (moment(rideSince, after: stay), reason)
    }
    return nil
  }

  /// Refines a departure time by the start of motion, since locations may be minutes apart.
  private func moment(_ found: SimTime, after stay: Stay) -> SimTime {
    guard let moveSince, moveSince > stay.lastInside, moveSince < found else {
      return max(stay.arrival, found)
    }
    return moveSince
  }

  private mutating func leave(
    _ old: Stay, _ departure: (time: SimTime, reason: Reason), at time: SimTime,
    into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    publish(old, departure: departure.time, into: &events)
    note("departed", [departure.reason], at: time, log: &log)
    stay = restart(old)
  }

  private func publish(
    _ stay: Stay, departure: SimTime, into events: inout [ServiceEvent]
  ) {
    for listener in listeners {
      let event = visit(stay, departure: departure, for: listener.since)
      events.append(ServiceEvent(app: listener.app, output: .visit(event)))
    }
  }

  private func note(
    _ event: String, _ reasons: [Reason], at time: SimTime, log: inout DecisionLog
  ) {
    for listener in listeners {
      log.add(
        Decision(
          time: time, service: .visit, app: listener.app, event: event, verdict: .reported,
          reasons: reasons))
    }
  }
}
