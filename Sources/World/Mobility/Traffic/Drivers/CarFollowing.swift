import Glibc

/// Intelligent Driver Model (IDM) of car following, and related formulas.
///
/// Treiber, Hennecke and Helbing, "Congested traffic states in empirical observations and
/// microscopic simulations", Phys. Rev. E 62 (2000) 1805: a (1 - (v/v0)⁴ - (s*/s)²) with s* = s0 +
/// v T + v dv / (2 √(a b)).
public enum CarFollowing {
  /// Returns the free-road acceleration, in m/s².
  ///
  /// Above the desired speed it brakes by no more than the comfortable deceleration, as in the
  /// later "improved" IDM, so that a lower limit causes no emergency braking.
  @inlinable
  public static func free(
    speed: Double, wished: Double, acceleration: Double, deceleration: Double
  ) -> Double {
    let ratio = speed / wished
    let square = ratio * ratio
    return max(acceleration * (1 - square * square), -deceleration)
  }

  /// Returns the interaction term, the reduction of the acceleration by a leader, in m/s².
  ///
  /// `gap` is the free distance to the leader's rear in m, `closing` is the approach rate in m/s,
  /// `inverseRoot` is 1 / (2 √(a b)).
  @inlinable
  public static func interaction(
    gap: Double, speed: Double, closing: Double, acceleration: Double, headway: Double,
    standingGap: Double, inverseRoot: Double
  ) -> Double {
    let wished = standingGap + max(0, speed * headway + speed * closing * inverseRoot)
    let share = wished / max(gap, 0.05)
    return acceleration * share * share
  }

  /// Returns the equilibrium gap at a steady speed: (s0 + v T) / √(1 - (v/v0)⁴).
  public static func equilibriumGap(
    speed: Double, wished: Double, headway: Double, standingGap: Double
  ) -> Double {
    let ratio = speed / wished
    return (standingGap + speed * headway) / (1 - ratio * ratio * ratio * ratio).squareRoot()
  }

  /// Returns the acceleration that stops a vehicle at a point, in m/s².
  ///
  /// Braking is constant until the last metres; then the speed falls in proportion to the distance,
  /// so that the braking fades out without a jolt.
  @inlinable
  static func stopping(distance: Double, speed: Double, braking: Double) -> Double {
    let fade = 1.0
    let edge = braking * fade * fade
    guard distance > 0 else { return -speed / 0.2 }
    if distance < edge {
      let aim = distance / fade
      return -speed / fade + (aim - speed) / 0.4
    }
    let aim = (2 * braking * (distance - edge / 2)).squareRoot()
    return -braking * speed / aim + (aim - speed) / 0.6
  }
}
