import Kernel
import Observations

/// What motion and speed say about whether, and how, the user moves on.
struct MotionEvidence: Hashable, Sendable {
  private(set) var flags = ActivityFlags.unknown
  /// Since when its user has been in a vehicle; stops at lights and unknown stretches don't end it.
  private(set) var vehicleSince: SimTime?
  /// Whether a report of driving was more than a guess.
  private(set) var isVehicleSure = false
  /// When the vehicle was left: the begin of the first long enough walk after it.
  private(set) var leftVehicleAt: SimTime?
  /// Since when its user has walked, run or cycled without a break.
  private(set) var exerciseSince: SimTime?
  /// Since when on foot.
  private(set) var footSince: SimTime?
  /// The end of the last bout that was long enough to be a way.
  private(set) var exercisedUntil: SimTime = .distantPast
  /// Since when speeds have been those of a vehicle.
  private(set) var fastSince: SimTime?
  /// Whether a car says that the phone is in it.
  var isLinked = false

  /// Whether its user is in a vehicle.
  var isInVehicle: Bool { isLinked || vehicleSince != nil }

  let rules: MotionRules

  init(_ rules: MotionRules = MotionRules()) {
    self.rules = rules
  }

  mutating func receive(_ report: ActivityReport, at time: SimTime) {
    close(at: time)
    flags = report.flags
    let since = min(time, report.startTime)
    let isOnFoot = flags.contains(.walking) || flags.contains(.running)
    let isExercise = isOnFoot || flags.contains(.cycling)
    if flags.contains(.automotive) {
      vehicleSince = vehicleSince ?? since
      leftVehicleAt = nil
      if report.confidence > .low { isVehicleSure = true }
    }
    footSince = isOnFoot ? footSince ?? since : nil
    exerciseSince = isExercise ? exerciseSince ?? since : nil
    close(at: time)
  }

  /// Brings what only time decides up to a moment.
  mutating func close(at time: SimTime) {
    if let footSince, vehicleSince != nil, time - footSince >= rules.leastExit {
      leftVehicleAt = footSince
      (vehicleSince, isVehicleSure) = (nil, false)
    }
    if let since = exerciseSince {
      if time - since >= leastBout { exercisedUntil = max(exercisedUntil, time) }
      if flags.contains(.cycling), time - since >= rules.leastWalk {
        (vehicleSince, isVehicleSure) = (nil, false)
      }
    }
  }

  var leastBout: SimDuration {
    flags.contains(.running) || flags.contains(.cycling) ? rules.leastRun : rules.leastWalk
  }

  /// Whether a bout long enough to be a way goes on now.
  func isExercising(at time: SimTime) -> Bool {
    exerciseSince.map { time - $0 >= leastBout } ?? false
  }

  /// Takes a speed, in m/s.
  mutating func receive(speed: Double, at time: SimTime) {
    guard speed.isFinite, speed >= 0 else { return }
    if speed >= rules.fastSpeed {
      fastSince = fastSince ?? time
    } else if speed < rules.slowSpeed {
      fastSince = nil
    }
  }

  mutating func boot() {
    let linked = isLinked
    self = MotionEvidence(rules)
    isLinked = linked
  }
}
