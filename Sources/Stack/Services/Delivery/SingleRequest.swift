import Kernel
import Observations

/// Single location request, open until a fix is accurate enough, or a timeout.
struct SingleRequest: Hashable, Sendable {
  /// Result of a request.
  enum RequestResult: Hashable, Sendable {
    case location(LocationFix)
    /// No location by the deadline.
    case failed
  }

  /// Time of the request.
  let time: SimTime
  /// Time at which the best location so far is delivered.
  let deadline: SimTime
  /// Sufficient accuracy, in m.
  let accuracy: Double
  /// Most accurate location so far.
  private(set) var best: LocationFix?

  init(_ desired: DesiredAccuracy, _ constants: ServiceConstants.Request, at time: SimTime) {
    self.time = time
    deadline = time + .seconds(constants.timeout)
    accuracy = max(desired.metres, constants.bestAccuracy)
  }

  /// Processes a fix; returns the answer that ends the request, if the fix is accurate enough.
  mutating func receive(_ fix: LocationFix) -> RequestResult? {
    if fix.horizontalAccuracyMetres <= best?.horizontalAccuracyMetres ?? .infinity { best = fix }
    return fix.horizontalAccuracyMetres <= accuracy ? .location(fix) : nil
  }

  /// Returns the answer after the deadline; nil before.
  func expire(at time: SimTime) -> RequestResult? {
    guard time >= deadline else { return nil }
    return best.map(RequestResult.location) ?? .failed
  }
}
