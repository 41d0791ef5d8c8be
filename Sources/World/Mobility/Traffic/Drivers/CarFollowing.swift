import Glibc

/// The Intelligent Driver Model and its companions, as formulas of a moment.
///
/// Treiber, Hennecke and Helbing, "Congested traffic states in empirical observations and
/// microscopic simulations", Phys. Rev. E 62 (2000) 1805: a (1 - (v/v0)⁴ - (s*/s)²) with
/// s* = s0 + v T + v dv / (2 √(a b)).
public enum CarFollowing {
  /// Returns the acceleration on a free road, in m/s².
  ///
  /// Above the wished speed it brakes by no more than the comfortable deceleration, as the later
  /// "improved" model does, so that a lower limit is no emergency.
  @inlinable
  public static func free(
    speed: Double, wished: Double, acceleration: Double, deceleration: Double
  ) -> Double {
    let ratio = speed / wished
    let square = ratio * ratio
    return max(acceleration * (1 - square * square), -deceleration)
  }

  /// Returns by how much a vehicle ahead lowers the acceleration, in m/s².
  ///
  /// `gap` is the free distance to its rear in m, `closing` how much faster one is than it in m/s,
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

  /// Returns the gap at which a vehicle follows at a steady speed: (s0 + v T) / √(1 - (v/v0)⁴).
  public static func equilibriumGap(
    speed: Double, wished: Double, headway: Double, standingGap: Double
  ) -> Double {
    let ratio = speed / wished
    return (standingGap + speed * headway) / (1 - ratio * ratio * ratio * ratio).squareRoot()
  }

  /// Returns the acceleration that brings a vehicle to rest at a point, in m/s².
  ///
  /// Constant braking until the last metres, then the speed falls in proportion to the distance, so
  /// that braking fades away and the vehicle does not jolt.
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
