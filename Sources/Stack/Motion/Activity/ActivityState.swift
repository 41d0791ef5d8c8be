package import Observations

/// Hidden state of the activity HMM.
package enum ActivityState: String, CaseIterable, Sendable {
  case still, walking, running
  /// In a vehicle: moving, halted, and with the phone handled, which has no flags.
  case driving
  case driveHalted = "drive_halted"
  case driveHandled = "drive_handled"
  case cycling
  case cycleHalted = "cycle_halted"
  /// Plenty of motion, without flags.
  case other

  /// Place in the tables of states.
  package var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Flags that are reported for the state (WWDC14 session 612).
  ///
  /// A car at a light is stationary too; a passenger who types, and a dancer, have none.
  package var flags: ActivityFlags {
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
}

/// A state of the HMM together with its look, which lasts as the phone's placement does.
package struct ActivityLane: Hashable, Sendable {
  package let state: ActivityState
  /// Class that most windows look like; nil for a state with a single look.
  package let look: ActivityClass?

  /// All lanes, by their place in a vector.
  package static let all: [ActivityLane] = ActivityState.allCases.flatMap { state in
    let looks: [ActivityClass?] =
      switch state {
      case .still, .driveHalted: [.table, .body, .idle]
      case .driveHandled: [.body, .other]
      default: [nil]
      }
    return looks.map { ActivityLane(state: state, look: $0) }
  }

  /// Name in parameter keys.
  package var name: String { look.map { "\(state.rawValue)_\($0)" } ?? state.rawValue }

  /// Place of the first lane of a state.
  static func first(of state: ActivityState) -> Int { all.firstIndex { $0.state == state } ?? 0 }

  /// A vector with the same value in all lanes of a state.
  static func vector(_ value: (ActivityState) -> Float) -> SIMD16<Float> {
    var vector = SIMD16<Float>.zero
    for (place, lane) in all.enumerated() { vector[place] = value(lane.state) }
    return vector
  }
}
