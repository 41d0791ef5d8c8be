import Observations

/// What a person can be doing, as a chain from window to window knows it.
enum ActivityState: Int, CaseIterable, Sendable {
  case still, walking, running
  /// In a vehicle: moving, standing, and with the phone handled so that no call is made.
  case driving, driveHalted, driveHandled
  case cycling, cycleHalted
  /// Plenty of motion and no call.
  case other

  static let count = 9

  /// The flags that this state is told by (WWDC14 session 612: a car at a light is stationary too;
  /// a
  /// passenger who types, and a dancer, have none).
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

  /// What dials call it.
  var dialName: String {
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

  /// Whether it is in a vehicle.
  var isInVehicle: Bool {
    switch self {
    case .driving, .driveHalted, .driveHandled: true
    default: false
    }
  }
}
