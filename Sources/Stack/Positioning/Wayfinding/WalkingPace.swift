import Observations

/// How fast somebody gets along, and how sure that is.
///
/// On stairs, ramps and belts as pedestrians do on average (Weidmann 1993, from memory, for stairs;
/// belts run at 0.5 and 0.65 m/s); a lift is waited for 25 s and takes 12 s of doors, estimates after
/// what CIBSE Guide D aims at (from memory), and 1.6 m/s.
struct WalkingPace: Hashable, Sendable {
  /// Before anything is known, in m/s: Weidmann's mean of 1.34, less what one loses by looking at a
  /// phone and at signs, an estimate.
  static let usual = 1.2
  /// For how many seconds of walking what is known beforehand counts; an estimate.
  private static let prior = 30.0
  /// The standard deviation of walking times as a share of them, before anything is known, and for
  /// how many parts of a way that counts; estimates.
  private static let usualSpread = 0.15
  private static let priorParts = 3.0
  /// The standard deviation of the time that a lift takes, in s; an estimate.
  private static let liftSpread = 15.0

  private var seconds = 0.0
  private var metres = 0.0
  private var parts = 0.0
  private var squares = 0.0

  /// How fast the user walks, in m/s.
  var speed: Double {
    let speed = (Self.usual * Self.prior + metres) / (Self.prior + seconds)
    return min(2.5, max(0.3, speed))
  }

  /// Takes what was walked.
  mutating func add(metres: Double, seconds: Double) {
    self.metres += metres
    self.seconds += seconds
  }

  /// Takes how long a part of the way took, and how long it should have.
  mutating func add(took: Double, expected: Double) {
    guard expected > 1 else { return }
    let error = min(2, abs(took / expected - 1))
    parts += 1
    squares += error * error
  }

  /// How long a way takes, in s.
  func seconds(_ means: WayfindingEvent.Means, metres: Double, rise: Double) -> Double {
    switch means {
    case .walk: metres / speed
    case .stairs: metres / (speed * 0.65 / 1.34)
    case .ramp: metres / (speed * 0.9)
    case .escalator: metres / 0.5
    // Four in ten walk on it.
    case .walkway: metres / (0.65 + 0.4 * speed)
    case .lift: 25 + 12 + abs(rise) / 1.6
    }
  }

  /// One standard deviation of the time that a way takes, in s.
  func spread(seconds: Double, lifts: Int) -> Double {
    let variance =
      (Self.usualSpread * Self.usualSpread * Self.priorParts + squares)
      / (Self.priorParts + parts)
    let rides = Double(lifts) * Self.liftSpread * Self.liftSpread
    return (seconds * seconds * variance + rides).squareRoot()
  }
}
