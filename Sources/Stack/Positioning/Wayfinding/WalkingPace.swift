import Observations

/// Walking pace of a user, learned from the route, with its uncertainty.
public struct WalkingPace: Hashable, Sendable {
  private let parameters: Parameters
  private var seconds = 0.0
  private var metres = 0.0
  private var parts = 0.0
  private var squares = 0.0

  /// Creates the pace of an unknown user.
  init(_ parameters: Parameters) {
    self.parameters = parameters
  }

  /// Walking speed, in m/s.
  var speed: Double {
    let prior = parameters.priorSeconds
    let speed = (parameters.usualSpeed * prior + metres) / (prior + seconds)
    return min(parameters.maxSpeed, max(parameters.minSpeed, speed))
  }

  /// Adds a walked distance with its time.
  mutating func add(metres: Double, seconds: Double) {
    self.metres += metres
    self.seconds += seconds
  }

  /// Adds the actual and expected times of a part.
  mutating func add(took: Double, expected: Double) {
    guard expected > parameters.minExpectedSeconds else { return }
    let error = min(parameters.maxError, abs(took / expected - 1))
    parts += 1
    squares += error * error
  }

  /// Returns the time for a way, in s.
  func seconds(_ means: WayfindingEvent.Means, metres: Double, rise: Double) -> Double {
    switch means {
    case .walk: metres / speed
    case .stairs: metres / (speed * parameters.stairSpeed / parameters.levelSpeed)
    case .ramp: metres / (speed * parameters.rampShare)
    case .escalator: metres / parameters.escalatorSpeed
    case .walkway: metres / (parameters.walkwaySpeed + parameters.walkwayWalkers * speed)
    case .lift:
      parameters.liftWaitSeconds + parameters.liftDoorSeconds + abs(rise) / parameters.liftSpeed
    }
  }

  /// Returns the sigma of the time for a route, in s.
  func spread(seconds: Double, lifts: Int) -> Double {
    let variance =
      (parameters.usualSpread * parameters.usualSpread * parameters.priorParts + squares)
      / (parameters.priorParts + parts)
    let rides = Double(lifts) * parameters.liftSpreadSeconds * parameters.liftSpreadSeconds
    return (seconds * seconds * variance + rides).squareRoot()
  }
}
