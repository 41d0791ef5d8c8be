import Glibc
import Kernel
import Observations
import Truth

/// Accumulates reported geofence crossings, and matches them to the true ones.
struct RegionScorer: Sendable {
  /// A reported crossing.
  struct ReportedCrossing: Sendable {
    var time: SimTime
    var region: String
    var isInside: Bool
    /// True if matched to a true crossing.
    var isMatched = false
  }

  /// A true crossing.
  struct Crossing: Sendable {
    var time: SimTime
    var region: String
    var isInside: Bool
    var reportedTime: SimTime?
    /// The time of the region's next true crossing.
    var nextTime: SimTime
  }

  private var reported: [ReportedCrossing] = []
  /// The regions with any report, in the order of the first one.
  private var mentioned: [String] = []

  mutating func process(_ event: RegionEvent, at time: SimTime) {
    if !mentioned.contains(event.identifier) { mentioned.append(event.identifier) }
    switch event.kind {
    case .entered, .exited:
      reported.append(
        ReportedCrossing(time: time, region: event.identifier, isInside: event.kind == .entered))
    case .stateInside, .stateOutside, .stateUnknown, .monitoringStarted, .monitoringFailed: break
    }
  }

  /// Scores the reported crossings.
  ///
  /// - Parameters:
  ///   - accumulator: The destination of the figures.
  ///   - transitions: The true changes; receive the times of the reports.
  mutating func finish(
    on accumulator: inout ScoreAccumulator, _ transitions: inout [TransitionScore]
  ) {
    let input = accumulator.input
    guard input.truth != nil else { return }
    let watched =
      mentioned + input.watchedRegions.filter { !mentioned.contains($0) }
    guard !watched.isEmpty else { return }
    let crossings = match(
      input.changes, watched: watched, end: accumulator.end)
    var row = 0
    for crossing in crossings {
      if let reportedTime = crossing.reportedTime {
        let latency = (reportedTime - crossing.time).seconds
        accumulator.add(latency, at: crossing.time, to: .region.latency)
        accumulator.add(
          latency, at: crossing.time,
          to: input.apps.isInUse(at: crossing.time)
            ? .region.latencyInUse : .region.latencyBackground)
      }
      accumulator.add(crossing.reportedTime == nil ? 0 : 1, at: crossing.time, to: .region.recall)
      // Both are in the order of time; rows of unmonitored regions lie between.
      while row < transitions.count {
        let transition = transitions[row]
        row += 1
        guard transition.kind == TrueChange.Kind.region.rawValue,
          transition.time == crossing.time,
          transition.to == (crossing.isInside ? "in " : "out ") + crossing.region
        else { continue }
        transitions[row - 1].reportedTime = crossing.reportedTime
        break
      }
    }
    for event in reported {
      accumulator.add(event.isMatched ? 1 : 0, at: event.time, to: .region.precision)
    }
    let days = input.duration.seconds / 86_400
    guard days > 0 else { return }
    let wrong = reported.count { !$0.isMatched }
    accumulator.addWhole(Double(wrong) / days, to: .region.falsePerDay)
    accumulator.addWhole(Double(flapCount(crossings)) / days, to: .region.flapsPerDay)
  }

  /// Scores a ranging report: the rank of the nearest beacon, and its proximity.
  static func judge(
    _ report: RangingReport, at time: SimTime, on accumulator: inout ScoreAccumulator
  ) {
    guard let actual = accumulator.truth(at: time), actual.known.contains(.position),
      actual.known.contains(.floor)
    else { return }
    var nearest: (distance: Double, beacon: ScoringInput.TrueBeacon)?
    for beacon in accumulator.input.beacons
    where beacon.floor == actual.floor && report.constraint.matches(beacon.identity) {
      guard
        let distance = GroundOffset(from: actual.coordinate, to: beacon.coordinate)?.distance,
        distance < nearest?.distance ?? .infinity
      else { continue }
      nearest = (distance, beacon)
    }
    guard let nearest else { return }
    if let first = report.beacons.first(where: { $0.proximity != .unknown }) {
      let isRight = nearest.beacon.identity == first.identity
      accumulator.change(at: time, actual) {
        $0.samples[.ranging.nearestRight].add(isRight ? 1 : 0)
      }
    }
    let reported = report.beacons.first { $0.identity == nearest.beacon.identity }?.proximity
    let metres = hypot(nearest.distance, nearest.beacon.heightMetres - Self.phoneHeightMetres)
    let isRight = reported == Self.proximity(atMetres: metres)
    accumulator.change(at: time, actual) { $0.samples[.ranging.classRight].add(isRight ? 1 : 0) }
  }

  /// Height of a carried phone above the floor, in m.
  private static let phoneHeightMetres = 1.2

  /// True proximity; the limits are the geometric means of 0.3, 1.5 and 8 m.
  private static func proximity(atMetres distance: Double) -> Proximity {
    if distance <= 0.67 { return .immediate }
    return distance <= 3.5 ? .near : .far
  }

  /// Returns the true crossings of monitored regions with the times of their reports; marks matched
  /// reports.
  private mutating func match(
    _ changes: [TrueChange], watched: [String], end: SimTime
  ) -> [Crossing] {
    var crossings: [Crossing] = []
    for change in changes where change.kind == .region {
      guard let (name, isInside) = Self.crossing(change.to) else { continue }
      crossings.append(
        Crossing(time: change.time, region: name, isInside: isInside, nextTime: end))
    }
    crossings = crossings.filter { watched.contains($0.region) }
    var next: [String: SimTime] = [:]
    for index in crossings.indices.reversed() {
      crossings[index].nextTime = next[crossings[index].region] ?? end
      next[crossings[index].region] = crossings[index].time
    }
    // Both are in the order of time, so the search continues where the region's last one ended.
    var places: [String: [Int]] = [:]
    for (place, event) in reported.enumerated() { places[event.region, default: []].append(place) }
    var reached: [String: Int] = [:]
    for index in crossings.indices {
      let crossing = crossings[index]
      let own = places[crossing.region] ?? []
      var place = reached[crossing.region] ?? 0
      while place < own.count, reported[own[place]].time < crossing.nextTime {
        let event = reported[own[place]]
        if event.time >= crossing.time, event.isInside == crossing.isInside {
          reported[own[place]].isMatched = true
          crossings[index].reportedTime = event.time
          place += 1
          break
        }
        place += 1
      }
      reached[crossing.region] = place
    }
    return crossings
  }

  /// Returns the number of flaps: false crossings that undo one another without a true crossing
  /// between.
  private func flapCount(_ crossings: [Crossing]) -> Int {
    var count = 0
    var latest: [String: ReportedCrossing] = [:]
    var times: [String: [SimTime]] = [:]
    for crossing in crossings { times[crossing.region, default: []].append(crossing.time) }
    for event in reported {
      if event.isMatched {
        latest[event.region] = nil
      } else if let before = latest[event.region], before.isInside != event.isInside,
        !(times[event.region] ?? []).contains(where: { $0 > before.time && $0 <= event.time })
      {
        count += 1
        latest[event.region] = nil
      } else {
        latest[event.region] = event
      }
    }
    return count
  }

  /// Parses `in NAME` and `out NAME`.
  private static func crossing(_ text: String) -> (name: String, isInside: Bool)? {
    if text.hasPrefix("in ") { return (String(text.dropFirst(3)), true) }
    if text.hasPrefix("out ") { return (String(text.dropFirst(4)), false) }
    return nil
  }
}
