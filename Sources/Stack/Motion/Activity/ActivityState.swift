import Observations

/// Hidden state of the activity HMM.
enum ActivityState: Int, CaseIterable, Sendable {
  case still, walking, running
  /// In a vehicle: moving, halted, and with the phone handled, which has no flags.
  case driving, driveHalted, driveHandled
  case cycling, cycleHalted
  /// Plenty of motion, without flags.
  case other

  static let count = 9

  /// Flags that are reported for the state (WWDC14 session 612).
  ///
  /// A car at a light is stationary too; a passenger who types, and a dancer, have none.
  var flags: ActivityFlags {
    switch self {
    case .still: .stationary
    case .walking: .walking
    case .running: .running
    case .driving: .automotive
    case .driveHalted: [.automotive, .stationary]
    case .driveHandled, .other: []
    case .cycling: .cycling
    case .cycleHalted: [.cycling, .stationary]
    }
  }

  /// Name in parameter keys.
  var parameterName: String {
    switch self {
    case .still: "still"
    case .walking: "walking"
    case .running: "running"
    case .driving: "driving"
    case .driveHalted: "drive_halted"
    case .driveHandled: "drive_handled"
    case .cycling: "cycling"
    case .cycleHalted: "cycle_halted"
    case .other: "other"
    }
  }

  var isInVehicle: Bool {
    switch self {
    case .driving, .driveHalted, .driveHandled: true
    default: false
    }
  }
}
