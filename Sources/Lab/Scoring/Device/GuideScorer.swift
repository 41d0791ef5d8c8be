import Kernel
import Observations
import Truth

/// Accumulates the wayfinding messages.
struct GuideScorer: Sendable {
  /// Maximum true distance for an arrival, in m, such as the seats of a gate; an estimate.
  private static let there = 10.0

  var reported: [(time: SimTime, event: WayfindingEvent)] = []

  /// Returns the messages about a route, until the next one to the same target.
  private func reported(
    of way: ScoringInput.GuidedRoute, until end: SimTime
  ) -> [(time: SimTime, event: WayfindingEvent)] {
    reported.filter { $0.event.target == way.target && $0.time >= way.start && $0.time < end }
  }

  /// Scores the routes that apps showed.
  func finish(on accumulator: inout ScoreAccumulator) {
    let input = accumulator.input
    guard input.truth != nil else { return }
    for (number, way) in input.guidedRoutes.enumerated() {
      let next = input.guidedRoutes[(number + 1)...].first { $0.target == way.target }
      let reported = reported(of: way, until: next?.start ?? .distantFuture)
      let isRight = reported.contains { message in
        message.event.kind == .arrived && Self.isThere(way, at: message.time, on: &accumulator)
      }
      accumulator.add(isRight ? 1 : 0, at: way.start, to: .wayfinding.arrived)
      let reroutes = reported.count { $0.event.kind == .rerouted }
      accumulator.add(Double(reroutes), at: way.start, to: .wayfinding.reroutes)
      guard let arrival = Self.arrival(along: way, on: &accumulator) else { continue }
      if way.shortestMetres > Self.there {
        accumulator.add(arrival.metres / way.shortestMetres, at: way.start, to: .wayfinding.detour)
      }
      for message in reported where message.time < arrival.time && message.event.seconds >= 0 {
        let error = message.event.seconds - (arrival.time - message.time).seconds
        accumulator.add(abs(error), at: message.time, to: .wayfinding.etaError)
      }
    }
  }

  private static func isThere(
    _ way: ScoringInput.GuidedRoute, at time: SimTime, on accumulator: inout ScoreAccumulator
  ) -> Bool {
    guard let actual = accumulator.truth(at: time), actual.known.contains(.position) else {
      return false
    }
    return distance(from: actual, to: way).map { $0 <= there } ?? false
  }

  /// Returns the distance to a route's target; nil on another level.
  private static func distance(
    from actual: TruthSample, to way: ScoringInput.GuidedRoute
  ) -> Double? {
    guard actual.floor == way.floor else { return nil }
    return GroundOffset(from: actual.coordinate, to: way.coordinate)?.distance
  }

  /// Returns the time of the carrier's first arrival and the distance moved until then; nil if
  /// never.
  private static func arrival(
    along way: ScoringInput.GuidedRoute, on accumulator: inout ScoreAccumulator
  ) -> (time: SimTime, metres: Double)? {
    var time = way.start
    var metres = 0.0
    var last: Coordinate?
    while time <= accumulator.end {
      guard let actual = accumulator.truth(at: time), actual.known.contains(.position) else {
        return nil
      }
      if let last { metres += GroundOffset(from: last, to: actual.coordinate)?.distance ?? 0 }
      last = actual.coordinate
      if let rest = distance(from: actual, to: way), rest <= there {
        return (time, metres + rest)
      }
      time += .seconds(1)
    }
    return nil
  }
}
