import Kernel
import Observations
import Truth

/// Accumulates the reported activity, steps, distance and floors, and scores them against the
/// truth.
struct MotionScorer: Sendable {
  /// The latest answer to a history query, with its time.
  var pulled: (time: SimTime, reports: [ActivityReport])?

  private var flags = ActivityFlags.unknown
  /// The number of activity reports, and of those with a change of the flags.
  private var reportedCount = 0
  private var changeCount = 0
  /// The latest pedometer record.
  private var record: PedometerRecord?
  /// The latest history answer that covers the whole run.
  private var pulledRecord: PedometerRecord?
  /// Reported and true totals up to the last scored second; metres are on foot.
  private var stepsReported = 0
  private var stepsTaken: Int?
  private var metresReported = 0.0
  private var metresTaken: Double?
  /// Reported and true totals at the last second with known truth, for truth that ends before the run.
  private var lastSteps: (reported: Int, taken: Int)?
  private var lastMetres: (reported: Double, taken: Double)?
  /// True if an app's request for motion failed.
  var isRefused = false
  private var table: FlagsScorer
  private var driveOff = DriveOffScorer()
  private var contradictions = StepsAgainstFlags()

  /// Minimum true distance of a scored part of a run, in m, because reports lag by some steps.
  private static let minMove = 100.0

  init(_ input: ScoringInput) {
    table = FlagsScorer(input)
  }

  private var stepsNow: Int { record?.stepCount ?? 0 }
  private var metresNow: Double { record?.distanceMetres ?? 0 }

  mutating func process(_ report: ActivityReport, at time: SimTime) {
    if reportedCount > 0, report.flags != flags { changeCount += 1 }
    flags = report.flags
    reportedCount += 1
    contradictions.process(report, at: time)
  }

  mutating func process(_ record: PedometerRecord) { self.record = record }

  /// Processes the answer to a pedometer query; it counts only without live pedometer reports.
  mutating func process(pulled record: PedometerRecord) {
    if record.startTime <= .start + .seconds(1) { pulledRecord = record }
  }

  /// True if activity can be scored: there were reports, and motion data to base them on.
  func isJudged(_ input: ScoringInput) -> Bool { reportedCount > 0 && input.sensesActivity }

  /// Scores a second.
  mutating func judge(
    at now: SimTime, _ actual: TruthSample?, on accumulator: inout ScoreAccumulator
  ) {
    let reported = stepsNow - stepsReported
    stepsReported += reported
    let wayReported = metresNow - metresReported
    metresReported += wayReported
    var way = 0.0
    if let actual, actual.known.contains(.distance) {
      way = actual.distanceMetres - (metresTaken ?? 0)
      metresTaken = actual.distanceMetres
      lastMetres = (metresReported, actual.distanceMetres)
    }
    var taken: Int?
    if let actual, actual.known.contains(.steps) {
      taken = actual.stepCount - (stepsTaken ?? 0)
      stepsTaken = actual.stepCount
      lastSteps = (stepsReported, actual.stepCount)
    }
    let verdict = actual.flatMap { table.verdict(on: flags, at: now, $0) }
    if isJudged(accumulator.input), let actual,
      let off = driveOff.look(at: flags, now, actual)
    {
      accumulator.add(off.latency.seconds, at: off.time, to: .activityChange.driveOffLatency)
    }
    let isContradicted = contradictions.verdict(steps: reported, at: now)
    let judgesSteps = accumulator.input.apps.receivesSteps && accumulator.input.sensesMotion
    accumulator.change(at: now, actual) { part in
      if judgesSteps, let isContradicted {
        part.samples[.activity.contradicted].add(isContradicted ? 1 : 0)
      }
      if let verdict { part.samples[.activity.flagsRight].add(verdict ? 1 : 0) }
      if let actual, actual.known.contains(.activity) {
        part.motion.add(actual.activity, reported: flags)
      }
      part.motion.seconds += 1
      part.motion.stepsReported += reported
      part.motion.metresReported += wayReported
      part.motion.metresTaken += way
      if let taken {
        part.motion.stepsTaken += taken
        part.motion.knownSteps = true
      }
    }
  }

  /// Scores the report at the end of a batch against the true activity in the batch's middle.
  func judge(batchEndingAt end: SimTime, on accumulator: inout ScoreAccumulator) {
    let middle = end - SimDuration.seconds(1.25)
    guard end <= accumulator.end, let actual = accumulator.truth(at: middle),
      actual.known.contains(.activity)
    else { return }
    accumulator.change(at: middle, actual) { $0.batches.add(actual.activity, reported: flags) }
  }
}

// Totals of the run and its parts.

extension MotionScorer {
  /// Adds the totals of the run and its parts.
  ///
  /// - Parameters:
  ///   - trueCount: The number of true activity changes.
  ///   - accumulator: The destination of the figures.
  func finish(changeCount trueCount: Int, on accumulator: inout ScoreAccumulator) {
    let input = accumulator.input
    for kind in SensedFaults.FaultKind.allCases where input.motionFaults[kind] > 0 {
      accumulator.addWhole(Double(input.motionFaults[kind]), to: .motion.faults[kind])
    }
    let hours = accumulator.hours
    let end = accumulator.truth(at: accumulator.end)
    finishSteps(end, on: &accumulator)
    let isKnownToTheEnd = end?.known.contains(.distance) == true
    if let last = record?.distanceMetres,
      let (reported, taken) = isKnownToTheEnd ? end.map({ (last, $0.distanceMetres) }) : lastMetres,
      taken > 0
    {
      let error = (reported - taken) / taken
      accumulator.addWhole(error, to: .pedometer.distanceError)
      accumulator.addWhole(abs(error), to: .pedometer.distanceAbsError)
    }
    finishPartialDistance(on: &accumulator)
    finishFloors(on: &accumulator)
    // The history can be queried without any live report.
    if input.sensesActivity { finishPulled(on: &accumulator) }
    guard isJudged(input) else {
      accumulator.changeAll { part in
        part.motion = MotionAccumulator()
        part.batches = MotionAccumulator()
        part.samples.clear(.activity.flagsRight)
        part.samples.clear(.activity.contradicted)
      }
      return
    }
    if hours > 0, input.truth != nil {
      let spare = changeCount - trueCount
      accumulator.addWhole(Double(max(0, spare)) / hours, to: .activityChange.flapsPerHour)
    }
  }

  private func finishPartialDistance(on accumulator: inout ScoreAccumulator) {
    guard record?.distanceMetres != nil else { return }
    accumulator.changeAll { part in
      let (reported, taken) = (part.motion.metresReported, part.motion.metresTaken)
      guard !part.isWhole, taken >= Self.minMove else { return }
      let error = (reported - taken) / taken
      part.samples.add(error, to: .pedometer.distanceError)
      part.samples.add(abs(error), to: .pedometer.distanceAbsError)
    }
  }

  /// Scores steps, if an app received any; without a subscription there is nothing to score.
  private func finishSteps(_ end: TruthSample?, on accumulator: inout ScoreAccumulator) {
    let total = record ?? pulledRecord
    guard total != nil || countsSilence(accumulator.input) else { return }
    var count = total?.stepCount ?? 0
    // A history answer covers the time up to the query.
    let end =
      record == nil
      ? accumulator.truth(at: min(total?.endTime ?? accumulator.end, accumulator.end)) : end
    var taken = end.flatMap { $0.known.contains(.steps) ? $0.stepCount : nil }
    // Truth that ends before the run is compared with the reports up to its end.
    if taken == nil, record != nil, let lastSteps { (count, taken) = lastSteps }
    let hours = accumulator.hours
    accumulator.changeAll { part in
      let sketch = part.motion
      let isAllRest = sketch.activitySeconds > 0 && sketch.restSeconds == sketch.activitySeconds
      if part.isWhole {
        part.addSteps(reported: count, taken: taken, hours: hours, isAllRest: isAllRest)
      } else if record != nil || total == nil, sketch.seconds > 0 {
        // A step or two at the edges of a part, where a walk begins or ends, don't count as a walk.
        let isStill = sketch.knownSteps && 60 * sketch.stepsTaken < sketch.seconds
        part.addSteps(
          reported: isStill
            ? max(0, sketch.stepsReported - sketch.stepsTaken) : sketch.stepsReported,
          taken: sketch.knownSteps ? (isStill ? 0 : sketch.stepsTaken) : nil,
          hours: Double(sketch.seconds) / 3600, isAllRest: isAllRest)
      }
    }
  }

  /// True if a pedometer without reports has counted no steps: an app asked for them, and wasn't refused.
  ///
  /// The default app asks for everything; a stack that reports activities to it could report steps.
  private func countsSilence(_ input: ScoringInput) -> Bool {
    if input.countsSilenceAsNoSteps { return true }
    guard input.sensesMotion, !isRefused else { return false }
    return input.apps.countsSteps || input.apps.receivesSteps && reportedCount > 0
  }

  private func finishFloors(on accumulator: inout ScoreAccumulator) {
    guard let record,
      record.floorsAscended != nil || record.floorsDescended != nil,
      let begin = accumulator.truth(at: .start), begin.known.contains(.floor)
    else { return }
    var climbed = 0
    for change in accumulator.input.changes where change.kind == .floor {
      guard let actual = accumulator.truth(at: change.time), actual.known.contains(.activity),
        actual.activity == .walking || actual.activity == .running
      else { continue }
      climbed += abs((Int(change.to) ?? 0) - (Int(change.from) ?? 0))
    }
    let reported = (record.floorsAscended ?? 0) + (record.floorsDescended ?? 0)
    accumulator.addWhole(Double(reported - climbed), to: .pedometer.floorsError)
    accumulator.addWhole(Double(abs(reported - climbed)), to: .pedometer.floorsAbsError)
  }

  /// Scores the activity history second by second.
  private func finishPulled(on accumulator: inout ScoreAccumulator) {
    guard let (time, reports) = pulled, let first = reports.first, accumulator.input.truth != nil
    else {
      return
    }
    let begin = max(first.startTime, .start)
    let end = min(time, accumulator.end)
    var index = 0
    accumulator.changeSeconds(from: begin, until: { $0 > end }) { now, actual, part in
      while index + 1 < reports.count, reports[index + 1].startTime <= now { index += 1 }
      part.pulled.add(actual.activity, reported: reports[index].flags)
    }
    guard end > begin else { return }
    let reported = zip(reports, reports.dropFirst()).count { $0.flags != $1.flags }
    let changed = accumulator.input.changes.count {
      $0.kind == .activity && $0.time >= begin && $0.time <= end
    }
    accumulator.addWhole(
      Double(max(0, reported - changed)) / ((end - begin).seconds / 3600),
      to: .history.flapsPerHour)
  }
}

extension ScorePart {
  fileprivate mutating func addSteps(reported: Int, taken: Int?, hours: Double, isAllRest: Bool) {
    if let taken, taken >= Self.minSteps {
      let error = Double(reported - taken) / Double(taken)
      samples.add(error, to: .pedometer.stepsError)
      samples.add(abs(error), to: .pedometer.stepsAbsError)
    }
    // By the true count or, if unknown, because the carrier was at rest throughout.
    if hours > 0, taken.map({ $0 == 0 }) ?? isAllRest {
      samples.add(Double(reported) / hours, to: .pedometer.stepsFalsePerHour)
    }
  }

  /// Minimum number of true steps with a relative error; a pedometer reports no fewer.
  private static let minSteps = 10
}
