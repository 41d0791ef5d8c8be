import Observations

/// How fast somebody gets along, and how sure that is.
public struct WalkingPace: Hashable, Sendable {
  private let parameters: Parameters
  private var seconds = 0.0
  private var metres = 0.0
  private var parts = 0.0
  private var squares = 0.0

  /// Creates the pace of somebody who hasn't been seen to walk.
  init(_ parameters: Parameters) {
    self.parameters = parameters
  }

  /// How fast the user walks, in m/s.
  var speed: Double {
    let prior = parameters.priorSeconds
    let speed = (parameters.usualSpeed * prior + metres) / (prior + seconds)
    return min(parameters.maxSpeed, max(parameters.minSpeed, speed))
  }

  /// Takes what was walked.
  mutating func add(metres: Double, seconds: Double) {
    self.metres += metres
    self.seconds += seconds
  }

  /// Takes how long a part of the way took, and how long it should have.
  mutating func add(took: Double, expected: Double) {
    guard expected > parameters.minExpectedSeconds else { return }
    let error = min(parameters.maxError, abs(took / expected - 1))
    parts += 1
    squares += error * error
  }

  /// How long a way takes, in s.
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

  /// One standard deviation of the time that a way takes, in s.
  func spread(seconds: Double, lifts: Int) -> Double {
    let variance =
      (parameters.usualSpread * parameters.usualSpread * parameters.priorParts + squares)
      / (parameters.priorParts + parts)
    let rides = Double(lifts) * parameters.liftSpreadSeconds * parameters.liftSpreadSeconds
    return (seconds * seconds * variance + rides).squareRoot()
  }
}
