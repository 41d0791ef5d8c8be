import Kernel

/// Notes for each of some true changes when the new state was first told, before the next change.
struct TransitionTracker<State: Hashable & Sendable>: Sendable {
  private(set) var changes: [(time: SimTime, state: State, toldTime: SimTime?)] = []
  private var current = -1

  /// Adds a change; call in the order of time.
  mutating func add(_ state: State, at time: SimTime) { changes.append((time, state, nil)) }

  /// Notes that something is told; call in the order of time.
  ///
  /// - Parameters:
  ///   - time: When.
  ///   - says: Whether it says that a state holds.
  mutating func note(_ time: SimTime, says: (State) -> Bool) {
    while current + 1 < changes.count, changes[current + 1].time <= time { current += 1 }
    guard current >= 0, changes[current].toldTime == nil, says(changes[current].state) else {
      return
    }
    changes[current].toldTime = time
  }
}
