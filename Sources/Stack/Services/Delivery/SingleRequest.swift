import Kernel
import Observations

/// A location that an app asked for once: held back until it is good enough, or time is up.
struct SingleRequest: Hashable, Sendable {
  /// What came of a request.
  enum Answer: Hashable, Sendable {
    case location(LocationFix)
    /// Nothing was found.
    case failed
  }

  /// When it was made.
  let time: SimTime
  /// When the best so far has to do.
  let deadline: SimTime
  /// What is good enough, in m.
  let accuracy: Double
  /// The best so far.
  private(set) var best: LocationFix?

  /// Begins a request.
  init(_ desired: DesiredAccuracy, _ constants: ServiceConstants.Request, at time: SimTime) {
    self.time = time
    deadline = time + .seconds(constants.timeout)
    accuracy = max(desired.metres, constants.bestAccuracy)
  }

  /// Takes a fix.
  /// - Returns: The answer, if the fix is good enough; the request is then over.
  mutating func receive(_ fix: LocationFix) -> Answer? {
    if fix.horizontalAccuracyMetres <= best?.horizontalAccuracyMetres ?? .infinity { best = fix }
    return fix.horizontalAccuracyMetres <= accuracy ? .location(fix) : nil
  }

  /// The answer once time is up; nil before.
  func expire(at time: SimTime) -> Answer? {
    guard time >= deadline else { return nil }
    return best.map(Answer.location) ?? .failed
  }
}
