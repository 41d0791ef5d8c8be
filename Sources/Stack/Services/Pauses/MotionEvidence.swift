import Kernel
import Observations

/// Evidence of movement from activity reports and speed.
struct MotionEvidence: Hashable, Sendable {
  private(set) var flags = ActivityFlags.unknown
  /// Start of the time in a vehicle, which lasts through stops at lights and unknown activity.
  private(set) var vehicleSince: SimTime?
  /// True if a report of driving had more than low confidence.
  private(set) var isVehicleSure = false
  /// Time of leaving the vehicle: the start of the first walk of sufficient length after it.
  private(set) var leftVehicleAt: SimTime?
  /// Start of uninterrupted walking, running or cycling.
  private(set) var exerciseSince: SimTime?
  /// Start of the time on foot.
  private(set) var footSince: SimTime?
  /// End of the last bout of sufficient length.
  private(set) var exercisedUntil: SimTime = .distantPast
  /// Start of speeds that only a vehicle reaches.
  private(set) var fastSince: SimTime?
  /// True if the phone is linked to a car.
  var isLinked = false

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

  /// Updates the state for elapsed time.
  mutating func close(at time: SimTime) {
    if let footSince, vehicleSince != nil, time - footSince >= rules.minExit {
      leftVehicleAt = footSince
      (vehicleSince, isVehicleSure) = (nil, false)
    }
    if let since = exerciseSince {
      if time - since >= minBout { exercisedUntil = max(exercisedUntil, time) }
      if flags.contains(.cycling), time - since >= rules.minWalk {
        (vehicleSince, isVehicleSure) = (nil, false)
      }
    }
  }

  var minBout: SimDuration {
    flags.contains(.running) || flags.contains(.cycling) ? rules.minRun : rules.minWalk
  }

  /// True during a bout of sufficient length.
  func isExercising(at time: SimTime) -> Bool {
    exerciseSince.map { time - $0 >= minBout } ?? false
  }

  /// Processes a speed, in m/s.
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
