import Geometry
import Kernel
import Observations
import Truth

/// Accumulates the reported locations, and scores them at their reports and at whole seconds.
struct LocationScorer: Sendable {
  /// The latest reported location and the time of its report.
  private(set) var latest: (time: SimTime, fix: LocationFix)?
  /// The number of locations within `useful` of the true position.
  private(set) var usefulCount = 0
  /// The offset of the latest location at its own time.
  private var latestOffset: GroundOffset?
  private var way = RouteScorer()
  private var matched = RouteScorer()
  private var firstTime: SimTime?
  private var firstBySource: [LocationSource: SimTime] = [:]

  /// Maximum error of a useful location, in m: one shop, or one side of a street; an estimate.
  private static let useful = 10.0
  /// Maximum age of a current location, for `availability`.
  private static let freshness = SimDuration.seconds(5)
  /// Maximum distance of a car from the middle of its street, in m; as for turns.
  private static let onStreet = 15.0
  /// The penalty of a wrong floor, in m: the rule of the IPIN competitions.
  private static let floorPenalty = 15.0

  /// Scores a location at its report; call in the order of time.
  ///
  /// - Returns: The location with the truth and its errors, as far as known.
  mutating func process(
    _ fix: LocationFix, at time: SimTime, on accumulator: inout ScoreAccumulator
  ) -> FixScore {
    firstTime = firstTime ?? time
    if firstBySource[fix.source] == nil { firstBySource[fix.source] = time }
    latest = (time, fix)
    let known = accumulator.truth(at: time)
    if accumulator.input.route != nil { way.process(fix.coordinate, at: time) }
    if let error = accumulator.input.route?.distanceMetres(to: fix.coordinate) {
      accumulator.change(at: time, known) { $0.samples[.fix.crossTrackError].add(error) }
    }
    guard let actual = known else { return FixScore(unjudged: fix, at: time) }
    judgeOffRoad(fix, at: time, actual, on: &accumulator)
    var measure = FixMeasure(fix, reported: actual)
    addPose(of: fix, at: time, to: &measure, reported: actual, accumulator.input.truth)
    if fix.source == .gnss {
      measure.bound = accumulator.input.bound?(time)
      measure.posteriorBound = accumulator.input.posteriorBound?(time)
    } else if fix.floor != nil, actual.floor != nil {
      measure.radioBound = accumulator.input.radioBound?(time)
    }
    // With a known route, the cross-track error is the distance from the route.
    if accumulator.input.route != nil { measure.track = nil }
    if measure.horizontal <= Self.useful { usefulCount += 1 }
    accumulator.change(at: time, actual) { part in
      part.samples.add(measure, accuracy: fix.horizontalAccuracyMetres)
      part.addBound(measure)
    }
    return FixScore(
      deliveryTime: time, fix: fix, truth: actual, horizontalErrorMetres: measure.horizontal,
      verticalErrorMetres: measure.vertical)
  }

  /// Adds a section of the matched route.
  mutating func process(_ route: MatchedRoute) { matched.append(route.points) }

  /// Scores map matching of a car that is truly off all streets.
  private func judgeOffRoad(
    _ fix: LocationFix, at time: SimTime, _ actual: TruthSample,
    on accumulator: inout ScoreAccumulator
  ) {
    guard let streets = accumulator.input.streets,
      actual.known.isSuperset(of: [.activity, .position]),
      actual.activity == .automotive,
      streets.nearest(to: actual.coordinate, within: Self.onStreet) == nil
    else { return }
    let isSnapped = fix.source == .mapMatched
    accumulator.change(at: time, actual) { $0.samples[.turns.snapped].add(isSnapped ? 1 : 0) }
  }

  /// Computes the absolute and relative pose errors at the location's own time.
  private mutating func addPose(
    of fix: LocationFix, at time: SimTime, to measure: inout FixMeasure, reported: TruthSample,
    _ truth: (@Sendable (SimTime) -> TruthSample)?
  ) {
    guard let then = fix.time == time ? reported : truth?(fix.time),
      then.known.contains(.position)
    else {
      latestOffset = nil
      return
    }
    let offset =
      fix.time == time
      ? measure.offset : GroundOffset(from: then.coordinate, to: fix.coordinate)
    measure.pose = offset?.distance ?? .infinity
    if let offset, let latestOffset {
      measure.step = (offset.vector - latestOffset.vector).length
    }
    latestOffset = offset
  }

  /// Scores the latest location at a whole second.
  func judge(
    at now: SimTime, _ actual: TruthSample?, isFirst: Bool, isInRun: Bool,
    on accumulator: inout ScoreAccumulator
  ) {
    let isFresh = latest.map { now - $0.time <= Self.freshness } ?? false
    let age = latest.map { (now - $0.fix.time).seconds }
    var error: Double?
    var penalised: Double?
    if let fix = latest?.fix, let actual, actual.known.contains(.position), isInRun {
      let distance =
        GroundOffset(from: actual.coordinate, to: fix.coordinate)?.distance ?? .infinity
      error = distance
      if actual.known.contains(.floor) {
        let reported = Double(fix.floor ?? 0)
        penalised = distance + Self.floorPenalty * abs(reported - Double(actual.floor ?? 0))
      }
    }
    accumulator.change(at: now, actual) { part in
      if !isFirst {
        part.samples[.freshness.availability].add(isFresh ? 1 : 0)
        part.samples[.freshness.gaps].add(latest == nil ? 1 : 0)
        if let age { part.samples[.freshness.age].add(age) }
      }
      if let error { part.standing.add(error) }
      if let penalised { part.samples[.contest.ipinScore].add(penalised) }
    }
  }

  /// Scores the first locations and the route.
  func finish(on accumulator: inout ScoreAccumulator) {
    if let firstTime { accumulator.add(firstTime.seconds, at: firstTime, to: .ttff.whole) }
    if let lengths = accumulator.input.route.flatMap({ way.lengths(along: $0) }) {
      accumulator.addWhole(lengths.correct / lengths.truth, to: .route.matchedLength)
      let missed = lengths.truth - lengths.correct
      accumulator.addWhole((missed + lengths.added) / lengths.truth, to: .route.mismatch)
    }
    if let lengths = accumulator.input.route.flatMap({ matched.lengths(along: $0) }) {
      accumulator.addWhole(lengths.correct / lengths.truth, to: .route.matchedRouteLength)
    }
    if let start = accumulator.input.startClass, let time = firstBySource[.gnss] {
      accumulator.add(time.seconds, at: time, to: .ttff.after[start])
    }
    if !accumulator.input.isLocatable, latest == nil {
      accumulator.changeAll { part in
        part.samples.clear(.freshness.availability)
        part.samples.clear(.freshness.gaps)
      }
    }
    guard let asked = accumulator.input.apps.firstAsked else { return }
    let stages: [(LocationSource, Metric)] = [
      (.cell, .stage.cell), (.wifi, .stage.wifi), (.gnss, .stage.gnss),
    ]
    for (source, metric) in stages {
      guard let time = firstBySource[source] else { continue }
      accumulator.add((time - asked).seconds, at: time, to: metric)
    }
  }
}
