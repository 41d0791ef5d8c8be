import Observations
import Synchronization

/// The states of a satellite at equal time steps: all if few, else a moving window.
///
/// A state is a function of its index alone, independent of the time of its computation.
final class SatelliteKnots: Sendable {
  /// Consecutive states.
  private struct KnotWindow {
    var first = 0
    var states: [SatelliteState?] = []
  }

  /// The number of states per window.
  private static let windowCount = 17

  let count: Int
  /// All states, or empty if they are too many.
  private let all: [SatelliteState?]
  private let window = Mutex(KnotWindow())
  private let state: @Sendable (Int) -> SatelliteState?

  /// Creates the states.
  ///
  /// - Parameters:
  ///   - count: The number of states.
  ///   - maximum: The max number of states that are all computed at once.
  ///   - state: Returns the state at an index, or nil.
  init(count: Int, keepingAtMost maximum: Int, state: @escaping @Sendable (Int) -> SatelliteState?)
  {
    self.count = count
    self.state = state
    all = count <= maximum ? (0..<count).map(state) : []
  }

  /// Returns a copy with a window of its own.
  func apart() -> SatelliteKnots {
    all.isEmpty ? SatelliteKnots(count: count, keepingAtMost: 0, state: state) : self
  }

  /// The states at an index and at the next one, which must exist.
  @inline(__always)
  func pair(at index: Int) -> (SatelliteState?, SatelliteState?) {
    all.isEmpty ? moving(to: index) : (all[index], all[index + 1])
  }

  private func moving(to index: Int) -> (SatelliteState?, SatelliteState?) {
    window.withLock { window in
      let place = index - window.first
      if place >= 0, place + 1 < window.states.count {
        return (window.states[place], window.states[place + 1])
      }
      // Look-ahead by half a minute returns: the previous piece stays.
      let first = max(0, index - 1)
      let old = window
      window.first = first
      window.states = (first..<min(count, first + Self.windowCount)).map { number in
        let known = number - old.first
        return old.states.indices.contains(known) ? old.states[known] : state(number)
      }
      return (window.states[index - first], window.states[index - first + 1])
    }
  }
}
