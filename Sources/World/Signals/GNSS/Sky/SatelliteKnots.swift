import Observations
import Synchronization

/// The states of a satellite at equal steps of time: all of them where they are few, and otherwise
/// those about the moment that was last asked for.
///
/// A state is a function of its number alone, so that it makes no difference when it was worked out.
final class SatelliteKnots: Sendable {
  /// Some states in a row.
  private struct Window {
    var first = 0
    var states: [SatelliteState?] = []
  }

  /// How many states are worked out together.
  private static let windowCount = 17

  /// How many states there are.
  let count: Int
  /// All of them, unless they are too many.
  private let all: [SatelliteState?]
  private let window = Mutex(Window())
  private let state: @Sendable (Int) -> SatelliteState?

  /// Creates the states.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - most: Beyond how many they are worked out as they are asked for.
  ///   - state: The state at a number; nil when there is none.
  init(count: Int, keepingAtMost most: Int, state: @escaping @Sendable (Int) -> SatelliteState?) {
    self.count = count
    self.state = state
    all = count <= most ? (0..<count).map(state) : []
  }

  /// The same states, worked out for somebody who asks about moments of their own.
  func apart() -> SatelliteKnots {
    all.isEmpty ? SatelliteKnots(count: count, keepingAtMost: 0, state: state) : self
  }

  /// The state at a number and the one after it, which there must be.
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
      // Who looks ahead by half a minute comes back: the piece before stays.
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
