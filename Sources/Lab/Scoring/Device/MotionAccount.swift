import Kernel
import Observations
import Truth

/// What a stack has said of activity, steps, distance and floors so far, judged by the truth.
struct MotionAccount: Sendable {
  /// What was answered last to an app that asked for the history, and when.
  var pulled: (time: SimTime, reports: [ActivityReport])?

  /// The latest flags.
  private var flags = ActivityFlags.unknown
  /// How many reports of activity there were, and how many of them changed the flags.
  private var toldCount = 0
  private var changeCount = 0
  /// The latest record.
  private var record: PedometerRecord?
  /// The latest answer about all of the run.
  private var pulledRecord: PedometerRecord?
  /// What was told and taken up to the second judged last; metres are ways on foot.
  private var stepsTold = 0
  private var stepsTaken: Int?
  private var metresTold = 0.0
  private var metresTaken: Double?
  private var table: FlagsAccount
  private var driveOff = DriveOffAccount()
  private var contradictions = StepsAgainstFlags()

  /// The least way of a part of a run that is judged, in m: what is told comes some steps late.
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

  /// Takes what an app that asked afterwards was told; it counts only where no app was told as it happened.
  mutating func tell(pulled record: PedometerRecord) {
    if record.startTime <= .start + .seconds(1) { pulledRecord = record }
  }

  /// Whether activities can be judged: some were told, and there was motion to tell them by.
  func isJudged(_ input: ScoringInput) -> Bool { toldCount > 0 && input.sensesActivity }

  /// Counts a second by what is done and what was said of it.
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

  /// Judges what is told once a batch is in, by what was done in the middle of it.
  func judge(batchEndingAt end: SimTime, on sheet: inout ScoreSheet) {
    let middle = end - SimDuration.seconds(1.25)
    guard end <= sheet.end, let actual = sheet.truth(at: middle), actual.known.contains(.activity)
    else { return }
    sheet.change(at: middle, actual) { $0.batches.add(actual.activity, told: flags) }
  }
}

// What the whole run, and each part of it, comes to.

extension MotionAccount {
  /// Adds what the whole run, and each part of it, comes to.
  ///
  /// - Parameters:
  ///   - trueCount: How many true changes of activity there were.
  ///   - sheet: Takes the figures.
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
    // History may be asked for without a live report ever having been.
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

  /// Judges steps, if any app was told of them: who asks nothing and hears nothing counts nothing wrong.
  private func finishSteps(_ end: TruthSample?, on sheet: inout ScoreSheet) {
    let total = record ?? pulledRecord
    guard total != nil || sheet.input.countsSilenceAsNoSteps else { return }
    let count = total?.stepCount ?? 0
    // An answer is about the time until it was asked for.
    let end = record == nil ? sheet.truth(at: min(total?.endTime ?? sheet.end, sheet.end)) : end
    let taken = end.flatMap { $0.known.contains(.steps) ? $0.stepCount : nil }
    let hours = sheet.hours
    sheet.changeAll { part in
      let tally = part.motion
      let isAllRest = tally.activitySeconds > 0 && tally.restSeconds == tally.activitySeconds
      if part.isWhole {
        part.addSteps(told: count, taken: taken, hours: hours, isAllRest: isAllRest)
      } else if record != nil, tally.seconds > 0 {
        // A step or two at the edges of a part, where a walk begins or ends, don't make it a walk.
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

  /// Judges, second by second, what was said afterwards to have been done.
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
    // By the count, or, where nobody counted, because nobody ever moved.
    if hours > 0, taken.map({ $0 == 0 }) ?? isAllRest {
      samples.add(Double(told) / hours, to: .pedometer.stepsFalsePerHour)
    }
  }
}
