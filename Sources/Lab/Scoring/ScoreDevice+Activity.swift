import Kernel
import Observations

// What is judged by what the bearer truly does.

extension DeviceScore {
  /// Steps an hour told to somebody who took none; empty for anybody else.
  func falseSteps(told: Int, taken: Int?, _ input: ScoringInput) -> [Double] {
    let hours = input.duration.seconds / 3600
    guard hours > 0 else { return [] }
    if let taken { return taken == 0 ? [Double(told) / hours] : [] }
    guard let truth = input.truth else { return [] }
    var hasRested = false
    for second in 0...Int(input.duration.seconds) {
      let now = truth(SimTime(seconds: Double(second)))
      guard now.known.contains(.activity) else { continue }
      guard now.activity == .stationary else { return [] }
      hasRested = true
    }
    return hasRested ? [Double(told) / hours] : []
  }

  /// For each whole second of known activity, whether what was told last is right.
  func activityAccuracy(_ input: ScoringInput) -> [Double] {
    guard let truth = input.truth else { return [] }
    let told = input.outputs.compactMap { delivered -> (time: SimTime, flags: ActivityFlags)? in
      guard case .activity(let report) = delivered.item else { return nil }
      return (delivered.time, report.flags)
    }
    guard !told.isEmpty else { return [] }
    var next = 0
    var latest: ActivityFlags = []
    return (0...max(0, Int(input.duration.seconds))).compactMap { second in
      let now = SimTime(seconds: Double(second))
      while next < told.count, told[next].time <= now {
        latest = told[next].flags
        next += 1
      }
      let actual = truth(now)
      guard actual.known.contains(.activity) else { return nil }
      return latest.contains(actual.activity.flag) ? 1 : 0
    }
  }
}

extension TrueActivity {
  /// The flag by which a stack tells this activity.
  var flag: ActivityFlags {
    switch self {
    case .stationary: .stationary
    case .walking: .walking
    case .running: .running
    case .cycling: .cycling
    case .automotive: .automotive
    case .other: .unknown
    }
  }
}
