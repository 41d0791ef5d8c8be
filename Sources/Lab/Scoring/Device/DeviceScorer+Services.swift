import Kernel
import Observations
import Truth

// Regions, beacons and visits.

extension DeviceScorer {
  mutating func finishRegions() {
    guard input.truth != nil else { return }
    let watched =
      regions.mentioned + input.watchedRegions.filter { !regions.mentioned.contains($0) }
    guard !watched.isEmpty else { return }
    let crossings = regions.match(
      input.changes, watched: watched, end: .start + input.duration)
    var row = 0
    for crossing in crossings {
      if let toldTime = crossing.toldTime {
        let latency = (toldTime - crossing.time).seconds
        add(latency, at: crossing.time, to: .region.latency)
        add(
          latency, at: crossing.time,
          to: input.apps.isInUse(at: crossing.time)
            ? .region.latencyInUse : .region.latencyBackground)
      }
      add(crossing.toldTime == nil ? 0 : 1, at: crossing.time, to: .region.recall)
      // Both are in the order of time; rows of regions that nobody watches lie between.
      while row < score.transitions.count {
        let transition = score.transitions[row]
        row += 1
        guard transition.kind == TrueChange.Kind.region.rawValue,
          transition.time == crossing.time,
          transition.to == (crossing.isInside ? "in " : "out ") + crossing.region
        else { continue }
        score.transitions[row - 1].toldTime = crossing.toldTime
        break
      }
    }
    for event in regions.told {
      add(event.isMatched ? 1 : 0, at: event.time, to: .region.precision)
    }
    let days = input.duration.seconds / 86_400
    guard days > 0 else { return }
    let wrong = regions.told.count { !$0.isMatched }
    addWhole(Double(wrong) / days, to: .region.falsePerDay)
    addWhole(Double(regions.flapCount(crossings)) / days, to: .region.flapsPerDay)
  }

  /// Judges whether the first beacon of a report is the nearest.
  mutating func judge(_ report: RangingReport, at time: SimTime) {
    guard let told = report.beacons.first(where: { $0.proximity != .unknown }),
      let actual = truth(at: time), actual.known.contains(.position),
      actual.known.contains(.floor)
    else { return }
    var nearest: (distance: Double, identity: BeaconIdentity)?
    for beacon in input.beacons
    where beacon.floor == actual.floor && report.constraint.matches(beacon.identity) {
      guard
        let distance = GroundOffset(from: actual.coordinate, to: beacon.coordinate)?.distance,
        distance < nearest?.distance ?? .infinity
      else { continue }
      nearest = (distance, beacon.identity)
    }
    guard let nearest else { return }
    for index in parts.indices where parts[index].contains(time, actual) {
      parts[index].samples[.ranging.nearestRight].add(nearest.identity == told.identity ? 1 : 0)
    }
  }

  mutating func finishVisits() {
    guard !visits.told.isEmpty || input.expectsVisits, input.truth != nil else { return }
    let stays = visits.finish()
    var used = Array(repeating: false, count: visits.told.count)
    for stay in stays {
      let match = visits.told.indices.first { !used[$0] && visits.told[$0].belongs(to: stay) }
      add(match == nil ? 0 : 1, at: stay.arrival, to: .visit.recall)
      guard let match else { continue }
      used[match] = true
      let told = visits.told[match]
      if told.arrival > .distantPast {
        add(
          abs((told.arrival - stay.arrival).seconds), at: stay.arrival, to: .visit.arrivalError)
      }
      add((told.toldTime - stay.arrival).seconds, at: stay.arrival, to: .visit.latency)
      if told.departure < .distantFuture, let departure = stay.departure {
        add(
          abs((told.departure - departure).seconds), at: departure, to: .visit.departureError)
      }
    }
    for (visit, isUsed) in zip(visits.told, used) {
      add(isUsed ? 1 : 0, at: visit.toldTime, to: .visit.precision)
    }
  }
}
