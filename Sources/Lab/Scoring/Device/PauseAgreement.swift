import Kernel
import Observations
import Truth

/// Agreement of reported pauses with the stops of a recording, mostly pauses of the recording
/// device.
///
/// Those aren't truth of rest, but the reference that the user saw. A pause counts for a stop from
/// 10 s before its begin until the device resumed.
struct PauseAgreement {
  /// A stop; `end` is nil if the device didn't resume.
  private struct StopInterval {
    var begin: SimTime
    var end: SimTime?
  }

  /// Maximum difference between stop and pause for a caught stop: at a traffic light it looks
  /// immediate.
  private static let slack = SimDuration.seconds(10)

  private let stops: [StopInterval]

  /// Extracts the stops from true changes.
  init(_ changes: [TrueChange]) {
    var stops: [StopInterval] = []
    for change in changes where change.kind == .pause {
      if change.to == PauseEvent.paused.rawValue {
        stops.append(StopInterval(begin: change.time))
      } else if !stops.isEmpty, stops[stops.count - 1].end == nil {
        stops[stops.count - 1].end = change.time
      }
    }
    self.stops = stops
  }

  /// Scores pauses against the stops, if there are any.
  ///
  /// - Parameters:
  ///   - pauses: The times of the pauses, in order.
  ///   - metrics: The metrics to add to.
  ///   - accumulator: The destination of the figures.
  func judge(
    _ pauses: [SimTime], as metrics: PauseAgreementMetrics, on accumulator: inout ScoreAccumulator
  ) {
    guard !stops.isEmpty else { return }
    for stop in stops {
      let last = max(stop.end ?? stop.begin, stop.begin + Self.slack)
      let reported = pauses.first { $0 >= stop.begin - Self.slack && $0 <= last }
      let isCaught = reported.map { $0 <= stop.begin + Self.slack } ?? false
      accumulator.add(isCaught ? 1 : 0, at: stop.begin, to: metrics.caught)
      accumulator.add(reported != nil && !isCaught ? 1 : 0, at: stop.begin, to: metrics.late)
      if let reported {
        accumulator.add((reported - stop.begin).seconds, at: stop.begin, to: metrics.delay)
      }
    }
    var wrong = 0
    for pause in pauses where !isNear(pause) {
      // A stop by the user's hand says nothing about rest.
      guard let actual = accumulator.truth(at: pause), actual.known.contains(.activity),
        actual.activity != .stationary
      else { continue }
      wrong += 1
    }
    if accumulator.hours > 0 {
      accumulator.addWhole(Double(wrong) / accumulator.hours, to: metrics.falsePerHour)
    }
  }

  private func isNear(_ pause: SimTime) -> Bool {
    stops.contains { stop in
      pause >= stop.begin - Self.slack
        && pause <= max(stop.end ?? stop.begin, stop.begin + Self.slack)
    }
  }
}
