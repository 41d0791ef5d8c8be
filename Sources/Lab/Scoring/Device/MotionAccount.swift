import Kernel
import Observations
import Truth

/// Accumulates the reported activity, steps, distance and floors, and scores them against the
/// truth.
struct MotionAccount: Sendable {
  /// The latest answer to a history query, with its time.
  var pulled: (time: SimTime, reports: [ActivityReport])?

  private var flags = ActivityFlags.unknown
  /// The number of activity reports, and of those with a change of the flags.
  private var toldCount = 0
  private var changeCount = 0
  /// The latest pedometer record.
  private var record: PedometerRecord?
  /// The latest history answer that covers the whole run.
  private var pulledRecord: PedometerRecord?
  /// Reported and true totals up to the last scored second; metres are on foot.
  private var stepsTold = 0
  private var stepsTaken: Int?
  private var metresTold = 0.0
  private var metresTaken: Double?
  private var table: FlagsAccount
  private var driveOff = DriveOffAccount()
  private var contradictions = StepsAgainstFlags()

  /// Minimum true distance of a scored part of a run, in m, because reports lag by some steps.
  private static let leastWay = 100.0

  init(_ input: ScoringInput) {
    table = FlagsAccount(input)
  }

  private var stepsNow: Int { record?.stepCount ?? 0 }
  private var metresNow: Double { record?.distanceMetres ?? 0 }

  mutating func tell(_ report: ActivityReport, at time: SimTime) {
    if toldCount > 0, report.flags != flags { changeCount += 1 }
    flags = report.flags
    toldCount += 1
    contradictions.tell(report, at: time)
  }

  mutating func tell(_ record: PedometerRecord) { self.record = record }

  /// Processes the answer to a pedometer query; it counts only without live pedometer reports.
  mutating func tell(pulled record: PedometerRecord) {
    if record.startTime <= .start + .seconds(1) { pulledRecord = record }
  }

  /// True if activity can be scored: there were reports, and motion data to base them on.
  func isJudged(_ input: ScoringInput) -> Bool { toldCount > 0 && input.sensesActivity }

  /// Scores a second.
  mutating func judge(at now: SimTime, _ actual: TruthSample?, on sheet: inout ScoreSheet) {
    let told = stepsNow - stepsTold
    stepsTold += told
    let wayTold = metresNow - metresTold
    metresTold += wayTold
    var way = 0.0
    if let actual, actual.known.contains(.distance) {
      way = actual.distanceMetres - (metresTaken ?? 0)
      metresTaken = actual.distanceMetres
    }
    var taken: Int?
    if let actual, actual.known.contains(.steps) {
      taken = actual.stepCount - (stepsTaken ?? 0)
      stepsTaken = actual.stepCount
    }
    let verdict = actual.flatMap { table.verdict(on: flags, at: now, $0) }
    if isJudged(sheet.input), let actual,
      let off = driveOff.look(at: flags, now, actual)
    {
      sheet.add(off.latency.seconds, at: off.time, to: .activityChange.driveOffLatency)
    }
    let isContradicted = contradictions.verdict(steps: told, at: now)
    let judgesSteps = sheet.input.apps.hearsSteps && sheet.input.sensesMotion
    sheet.change(at: now, actual) { part in
      if judgesSteps, let isContradicted {
        part.samples[.activity.contradicted].add(isContradicted ? 1 : 0)
      }
      if let verdict { part.samples[.activity.flagsRight].add(verdict ? 1 : 0) }
      if let actual, actual.known.contains(.activity) {
        part.motion.add(actual.activity, told: flags)
      }
      part.motion.seconds += 1
      part.motion.stepsTold += told
      part.motion.metresTold += wayTold
      part.motion.metresTaken += way
      if let taken {
        part.motion.stepsTaken += taken
        part.motion.knownSteps = true
      }
    }
  }

  /// Scores the report at the end of a batch against the true activity in the batch's middle.
  func judge(batchEndingAt end: SimTime, on sheet: inout ScoreSheet) {
    let middle = end - SimDuration.seconds(1.25)
    guard end <= sheet.end, let actual = sheet.truth(at: middle), actual.known.contains(.activity)
    else { return }
    sheet.change(at: middle, actual) { $0.batches.add(actual.activity, told: flags) }
  }
}

// Totals of the run and its parts.

extension MotionAccount {
  /// Adds the totals of the run and its parts.
  ///
  /// - Parameters:
  ///   - trueCount: The number of true activity changes.
  ///   - sheet: The destination of the figures.
  func finish(changeCount trueCount: Int, on sheet: inout ScoreSheet) {
    let input = sheet.input
    for kind in SensedFaults.Kind.allCases where input.motionFaults[kind] > 0 {
      sheet.addWhole(Double(input.motionFaults[kind]), to: .motion.faults[kind])
    }
    let hours = sheet.hours
    let end = sheet.truth(at: sheet.end)
    finishSteps(end, on: &sheet)
    if let end, end.known.contains(.distance), let told = record?.distanceMetres,
      end.distanceMetres > 0
    {
      let error = (told - end.distanceMetres) / end.distanceMetres
      sheet.addWhole(error, to: .pedometer.distanceError)
      sheet.addWhole(abs(error), to: .pedometer.distanceAbsError)
    }
    finishPartialDistance(on: &sheet)
    finishFloors(on: &sheet)
    // The history can be queried without any live report.
    if input.sensesActivity { finishPulled(on: &sheet) }
    guard isJudged(input) else {
      sheet.changeAll { part in
        part.motion = MotionTally()
        part.batches = MotionTally()
        part.samples.clear(.activity.flagsRight)
        part.samples.clear(.activity.contradicted)
      }
      return
    }
    if hours > 0, input.truth != nil {
      let spare = changeCount - trueCount
      sheet.addWhole(Double(max(0, spare)) / hours, to: .activityChange.flapsPerHour)
    }
  }

  private func finishPartialDistance(on sheet: inout ScoreSheet) {
    guard record?.distanceMetres != nil else { return }
    sheet.changeAll { part in
      let (told, taken) = (part.motion.metresTold, part.motion.metresTaken)
      guard !part.isWhole, taken >= Self.leastWay else { return }
      let error = (told - taken) / taken
      part.samples.add(error, to: .pedometer.distanceError)
      part.samples.add(abs(error), to: .pedometer.distanceAbsError)
    }
  }

  /// Scores steps, if an app received any; without a subscription there is nothing to score.
  private func finishSteps(_ end: TruthSample?, on sheet: inout ScoreSheet) {
    let total = record ?? pulledRecord
    guard total != nil || sheet.input.countsSilenceAsNoSteps else { return }
    let count = total?.stepCount ?? 0
    // A history answer covers the time up to the query.
    let end = record == nil ? sheet.truth(at: min(total?.endTime ?? sheet.end, sheet.end)) : end
    let taken = end.flatMap { $0.known.contains(.steps) ? $0.stepCount : nil }
    let hours = sheet.hours
    sheet.changeAll { part in
      let tally = part.motion
      let isAllRest = tally.activitySeconds > 0 && tally.restSeconds == tally.activitySeconds
      if part.isWhole {
        part.addSteps(told: count, taken: taken, hours: hours, isAllRest: isAllRest)
      } else if record != nil, tally.seconds > 0 {
        // A step or two at the edges of a part, where a walk begins or ends, don't count as a walk.
        let isStill = tally.knownSteps && 60 * tally.stepsTaken < tally.seconds
        part.addSteps(
          told: isStill ? max(0, tally.stepsTold - tally.stepsTaken) : tally.stepsTold,
          taken: tally.knownSteps ? (isStill ? 0 : tally.stepsTaken) : nil,
          hours: Double(tally.seconds) / 3600, isAllRest: isAllRest)
      }
    }
  }

  private func finishFloors(on sheet: inout ScoreSheet) {
    guard let record,
      record.floorsAscended != nil || record.floorsDescended != nil,
      let begin = sheet.truth(at: .start), begin.known.contains(.floor)
    else { return }
    var climbed = 0
    for change in sheet.input.changes where change.kind == .floor {
      guard let actual = sheet.truth(at: change.time), actual.known.contains(.activity),
        actual.activity == .walking || actual.activity == .running
      else { continue }
      climbed += abs((Int(change.to) ?? 0) - (Int(change.from) ?? 0))
    }
    let told = (record.floorsAscended ?? 0) + (record.floorsDescended ?? 0)
    sheet.addWhole(Double(told - climbed), to: .pedometer.floorsError)
    sheet.addWhole(Double(abs(told - climbed)), to: .pedometer.floorsAbsError)
  }

  /// Scores the activity history second by second.
  private func finishPulled(on sheet: inout ScoreSheet) {
    guard let (time, reports) = pulled, let first = reports.first, sheet.input.truth != nil else {
      return
    }
    let begin = max(first.startTime, .start)
    let end = min(time, sheet.end)
    var index = 0
    sheet.changeSeconds(from: begin, until: { $0 > end }) { now, actual, part in
      while index + 1 < reports.count, reports[index + 1].startTime <= now { index += 1 }
      part.pulled.add(actual.activity, told: reports[index].flags)
    }
    guard end > begin else { return }
    let told = zip(reports, reports.dropFirst()).count { $0.flags != $1.flags }
    let changed = sheet.input.changes.count {
      $0.kind == .activity && $0.time >= begin && $0.time <= end
    }
    sheet.addWhole(
      Double(max(0, told - changed)) / ((end - begin).seconds / 3600),
      to: .history.flapsPerHour)
  }
}

extension ScorePart {
  fileprivate mutating func addSteps(told: Int, taken: Int?, hours: Double, isAllRest: Bool) {
    if let taken, taken > 0 {
      let error = Double(told - taken) / Double(taken)
      samples.add(error, to: .pedometer.stepsError)
      samples.add(abs(error), to: .pedometer.stepsAbsError)
    }
    // By the true count or, if unknown, because the carrier was at rest throughout.
    if hours > 0, taken.map({ $0 == 0 }) ?? isAllRest {
      samples.add(Double(told) / hours, to: .pedometer.stepsFalsePerHour)
    }
  }
}
