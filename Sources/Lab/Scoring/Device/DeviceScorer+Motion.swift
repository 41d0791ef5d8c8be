import Kernel
import Observations
import Truth

// Activity, steps, distance and floors.

extension DeviceScorer {
  /// Counts a second by what is done and what was said of it.
  mutating func judgeMotion(at now: SimTime, _ actual: TruthSample?) {
    let told = motion.stepsNow - motion.stepsTold
    motion.stepsTold += told
    let metresTold = motion.metresNow - motion.metresTold
    motion.metresTold += metresTold
    var metresTaken = 0.0
    if let actual, actual.known.contains(.distance) {
      metresTaken = actual.distanceMetres - (motion.metresTaken ?? 0)
      motion.metresTaken = actual.distanceMetres
    }
    var taken: Int?
    if let actual, actual.known.contains(.steps) {
      taken = actual.stepCount - (motion.stepsTaken ?? 0)
      motion.stepsTaken = actual.stepCount
    }
    let verdict = actual.flatMap { flags.verdict(on: motion.flags, at: now, $0) }
    if tellsActivity, let actual, let off = driveOff.look(at: motion.flags, now, actual) {
      add(off.latency.seconds, at: off.time, to: .activityChange.driveOffLatency)
    }
    for index in parts.indices where parts[index].contains(now, actual) {
      if let verdict { parts[index].samples[.activity.flagsRight].add(verdict ? 1 : 0) }
      if let actual, actual.known.contains(.activity) {
        parts[index].motion.add(actual.activity, told: motion.flags)
      }
      parts[index].motion.seconds += 1
      parts[index].motion.stepsTold += told
      parts[index].motion.metresTold += metresTold
      parts[index].motion.metresTaken += metresTaken
      if let taken {
        parts[index].motion.stepsTaken += taken
        parts[index].motion.knownSteps = true
      }
    }
  }

  /// Judges what is told once a batch is in, by what was done in the middle of it.
  mutating func judge(batchEndingAt end: SimTime) {
    let middle = end - SimDuration.seconds(1.25)
    guard end <= .start + input.duration, let actual = truth(at: middle),
      actual.known.contains(.activity)
    else { return }
    for index in parts.indices where parts[index].contains(middle, actual) {
      parts[index].batches.add(actual.activity, told: motion.flags)
    }
  }

  /// Whether activities can be judged: some were told, and there was motion to tell them by.
  var tellsActivity: Bool { motion.toldCount > 0 && input.hasMotion }

  /// Adds what the whole run, and each part of it, comes to.
  mutating func finishMotion() {
    for kind in SensedFaults.Kind.allCases where input.motionFaults[kind] > 0 {
      addWhole(Double(input.motionFaults[kind]), to: .motion.faults[kind])
    }
    let hours = input.duration.seconds / 3600
    let end = truth(at: .start + input.duration)
    finishSteps(hours: hours, end)
    if let end, end.known.contains(.distance), let told = motion.record?.distanceMetres,
      end.distanceMetres > 0
    {
      addWhole((told - end.distanceMetres) / end.distanceMetres, to: .pedometer.distanceError)
    }
    finishPartialDistance()
    finishFloors()
    // History may be asked for without a live report ever having been.
    if input.hasMotion { finishPulled() }
    guard tellsActivity else {
      for index in parts.indices {
        parts[index].motion = MotionTally()
        parts[index].batches = MotionTally()
        parts[index].samples.clear(.activity.flagsRight)
      }
      return
    }
    if hours > 0, input.truth != nil {
      let spare = motion.changeCount - activities.changes.count
      addWhole(Double(max(0, spare)) / hours, to: .activityChange.flapsPerHour)
    }
  }

  /// The least way of a part of a run that is judged, in m: what is told comes some steps late.
  private static let leastWay = 100.0

  private mutating func finishPartialDistance() {
    guard motion.record?.distanceMetres != nil else { return }
    for index in parts.indices where !parts[index].isWhole {
      let (told, taken) = (parts[index].motion.metresTold, parts[index].motion.metresTaken)
      guard taken >= Self.leastWay else { continue }
      parts[index].samples.add((told - taken) / taken, to: .pedometer.distanceError)
    }
  }

  private mutating func finishSteps(hours: Double, _ end: TruthSample?) {
    let taken = end.flatMap { $0.known.contains(.steps) ? $0.stepCount : nil }
    for index in parts.indices {
      let tally = parts[index].motion
      let isAllRest = tally.activitySeconds > 0 && tally.restSeconds == tally.activitySeconds
      if parts[index].isWhole {
        addSteps(
          told: motion.stepsNow, taken: taken, hours: hours, isAllRest: isAllRest, to: index)
      } else if tally.seconds > 0 {
        // A step or two at the edges of a part, where a walk begins or ends, don't make it a walk.
        let isStill = tally.knownSteps && 60 * tally.stepsTaken < tally.seconds
        addSteps(
          told: isStill ? max(0, tally.stepsTold - tally.stepsTaken) : tally.stepsTold,
          taken: tally.knownSteps ? (isStill ? 0 : tally.stepsTaken) : nil,
          hours: Double(tally.seconds) / 3600, isAllRest: isAllRest, to: index)
      }
    }
  }

  private mutating func addSteps(
    told: Int, taken: Int?, hours: Double, isAllRest: Bool, to index: Int
  ) {
    if let taken, taken > 0 {
      parts[index].samples.add(Double(told - taken) / Double(taken), to: .pedometer.stepsError)
    }
    // By the count, or, where nobody counted, because nobody ever moved.
    if hours > 0, taken.map({ $0 == 0 }) ?? isAllRest {
      parts[index].samples.add(Double(told) / hours, to: .pedometer.stepsFalsePerHour)
    }
  }

  private mutating func finishFloors() {
    guard let record = motion.record,
      record.floorsAscended != nil || record.floorsDescended != nil,
      let begin = truth(at: .start), begin.known.contains(.floor)
    else { return }
    var climbed = 0
    for change in input.changes where change.kind == .floor {
      guard let actual = truth(at: change.time), actual.known.contains(.activity),
        actual.activity == .walking || actual.activity == .running
      else { continue }
      climbed += abs((Int(change.to) ?? 0) - (Int(change.from) ?? 0))
    }
    let told = (record.floorsAscended ?? 0) + (record.floorsDescended ?? 0)
    addWhole(Double(told - climbed), to: .pedometer.floorsError)
  }

  /// Judges, second by second, what was said afterwards to have been done.
  private mutating func finishPulled() {
    guard let (time, reports) = motion.pulled, let first = reports.first, input.truth != nil else {
      return
    }
    let second: Int64 = 1_000_000_000
    let begin = max(first.startTime, .start)
    let end = min(time, .start + input.duration)
    var number = (begin.nanoseconds + second - 1) / second
    var place = 0
    while number * second <= end.nanoseconds {
      let now = SimTime(nanoseconds: number * second)
      number += 1
      while place + 1 < reports.count, reports[place + 1].startTime <= now { place += 1 }
      guard let actual = truth(at: now), actual.known.contains(.activity) else { continue }
      for index in parts.indices where parts[index].contains(now, actual) {
        parts[index].pulled.add(actual.activity, told: reports[place].flags)
      }
    }
    guard end > begin else { return }
    let told = zip(reports, reports.dropFirst()).count { $0.flags != $1.flags }
    let changed = input.changes.count { $0.kind == .activity && $0.time >= begin && $0.time <= end }
    addWhole(
      Double(max(0, told - changed)) / ((end - begin).seconds / 3600),
      to: .history.flapsPerHour)
  }
}
