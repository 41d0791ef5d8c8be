public import Kernel
public import Observations

/// The sign by which the phone shows that somebody uses the location.
///
/// A pill while an app takes locations in the background that its user expects only in use; an
/// arrow while anybody is given locations and for ten seconds after (WWDC12-303); an outlined arrow
/// while regions are watched.
public struct IndicatorLamp: Hashable, Sendable {
  private let trace: SimDuration
  /// What is shown.
  public private(set) var state = LocationIndicator.hidden
  private var lastUse: SimTime?
  private var wasUsed = false

  /// Creates a lamp that is dark.
  init(_ constants: ServiceConstants.Indicator = .init()) {
    trace = .seconds(constants.trace)
  }

  /// When it changes by itself.
  public private(set) var nextWake: SimTime?

  /// Notes that somebody was given a location.
  mutating func noteUse(at time: SimTime) {
    lastUse = time
  }

  /// Forgets the past, as when the phone starts again.
  mutating func forget() {
    (lastUse, nextWake, wasUsed) = (nil, nil, false)
  }

  /// Looks at what is used.
  ///
  /// - Returns: What is shown from now on, if that has changed.
  mutating func update(
    isUsed: Bool, isPill: Bool, isFenced: Bool, at time: SimTime
  ) -> LocationIndicator? {
    // A use that has ended has lasted until now, whenever it was last looked at.
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
