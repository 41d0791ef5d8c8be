import Kernel
import Observations
import Truth

/// Pauses told, against the stops that a recording tells of: mostly, what its own device decided on.
///
/// What that decided is no truth of rest, but what its user saw. A pause counts for a stop from 10 s before
/// it until the device went on.
struct PauseAgreement {
  /// A stop; without an end the device didn't go on by itself.
  private struct Stop {
    var begin: SimTime
    var end: SimTime?
  }

  /// Told so much sooner or later a pause is caught: what somebody at a light would call at once.
  private static let slack = SimDuration.seconds(10)

  private let stops: [Stop]

  /// Takes the stops from what truly changes.
  init(_ changes: [TrueChange]) {
    var stops: [Stop] = []
    for change in changes where change.kind == .pause {
      if change.to == PauseEvent.paused.rawValue {
        stops.append(Stop(begin: change.time))
      } else if !stops.isEmpty, stops[stops.count - 1].end == nil {
        stops[stops.count - 1].end = change.time
      }
    }
    self.stops = stops
  }

  /// Judges pauses by the stops, where there are any.
  ///
  /// - Parameters:
  ///   - pauses: When pauses were told, in the order of time.
  ///   - metrics: Which figures these are.
  ///   - sheet: Takes them.
  func judge(_ pauses: [SimTime], as metrics: PauseAgreementMetrics, on sheet: inout ScoreSheet) {
    guard !stops.isEmpty else { return }
    for stop in stops {
      let last = max(stop.end ?? stop.begin, stop.begin + Self.slack)
      let told = pauses.first { $0 >= stop.begin - Self.slack && $0 <= last }
      let isCaught = told.map { $0 <= stop.begin + Self.slack } ?? false
      sheet.add(isCaught ? 1 : 0, at: stop.begin, to: metrics.caught)
      sheet.add(told != nil && !isCaught ? 1 : 0, at: stop.begin, to: metrics.late)
      if let told { sheet.add((told - stop.begin).seconds, at: stop.begin, to: metrics.delay) }
    }
    var wrong = 0
    for pause in pauses where !isNear(pause) {
      // What the user stopped by hand says nothing of rest.
      guard let actual = sheet.truth(at: pause), actual.known.contains(.activity),
        actual.activity != .stationary
      else { continue }
      wrong += 1
    }
    if sheet.hours > 0 { sheet.addWhole(Double(wrong) / sheet.hours, to: metrics.falsePerHour) }
  }

  private func isNear(_ pause: SimTime) -> Bool {
    stops.contains { stop in
      pause >= stop.begin - Self.slack
        && pause <= max(stop.end ?? stop.begin, stop.begin + Self.slack)
    }
  }
}
