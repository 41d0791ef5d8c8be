public import Kernel
public import Observations

/// Location indicator in the status bar.
///
/// A pill while an app with when-in-use authorization receives locations in the background; an arrow
/// while any app receives locations and for ten seconds after (WWDC12-303); an outlined arrow while
/// regions are monitored.
public struct IndicatorState: Hashable, Sendable {
  private let trace: SimDuration
  /// Present state.
  public private(set) var state = LocationIndicator.hidden
  private var lastUse: SimTime?
  private var wasUsed = false

  /// Creates a hidden indicator.
  init(_ constants: ServiceConstants.Indicator = .init()) {
    trace = .seconds(constants.trace)
  }

  /// Next time of a change without further events.
  public private(set) var nextWake: SimTime?

  /// Records that an app received a location.
  mutating func noteUse(at time: SimTime) {
    lastUse = time
  }

  /// Clears the past, after a restart of the phone.
  mutating func forget() {
    (lastUse, nextWake, wasUsed) = (nil, nil, false)
  }

  /// Updates the indicator; returns its new state, if it has changed.
  mutating func update(
    isUsed: Bool, isPill: Bool, isFenced: Bool, at time: SimTime
  ) -> LocationIndicator? {
    // A use that has just ended has lasted until now.
    if isUsed || isPill || wasUsed { lastUse = time }
    wasUsed = isUsed || isPill
    let ends = lastUse.map { $0 + trace }
    let isFresh = ends.map { $0 > time } ?? false
    let new: LocationIndicator =
      if isPill {
        .pill
      } else if isUsed || isFresh {
        .arrow
      } else if isFenced {
        .outlinedArrow
      } else {
        .hidden
      }
    nextWake = isFresh && !isUsed && !isPill ? ends : nil
    guard new != state else { return nil }
    state = new
    return new
  }
}
