import Glibc

/// Outdoor path loss of a cell site by 3GPP TR 38.901 UMa and UMi, table 7.4.1-1.
struct CellLoss: Sendable {
  /// True for antennas above the roofs (UMa), false in the street (UMi).
  let isAboveRoofs: Bool
  /// Antenna height above the ground, in m.
  let height: Double
  let gigahertz: Double

  /// Chooses UMa from 15 m on: UMa is for 25 m, UMi for 10 m.
  init(height: Double, megahertz: Double) {
    isAboveRoofs = height >= 15
    self.height = max(2, height)
    gigahertz = max(0.4, megahertz / 1000)
  }

  /// The shadowing's standard deviation and correlation distance.
  func shadow(isClear: Bool) -> (decibels: Double, metres: Double) {
    switch (isAboveRoofs, isClear) {
    case (true, true): (4, 37)
    case (true, false): (6, 50)
    case (false, true): (4, 10)
    case (false, false): (7.82, 13)
    }
  }

  /// The probability of line of sight at a ground distance.
  func sightChance(_ distance: Double) -> Double {
    guard distance > 18 else { return 1 }
    let far = exp(-distance / (isAboveRoofs ? 63 : 36))
    return 18 / distance + far * (1 - 18 / distance)
  }

  /// The median path loss, in dB.
  ///
  /// - Parameters:
  ///   - ground: The ground distance, in m; at least 10 m is used.
  ///   - receiver: The phone's height above the ground, in m.
  ///   - isClear: True with line of sight.
  /// - Returns: The loss.
  func decibels(ground: Double, receiver: Double, isClear: Bool) -> Double {
    let ground = max(10, ground)
    let receiver = min(22.5, max(1.5, receiver))
    let rise = height - receiver
    let distance = (ground * ground + rise * rise).squareRoot()
    let decade = log10(distance)
    let tone = 20 * log10(gigahertz)
    // Breakpoint distance: 4 h'BS h'UT f / c, with both heights reduced by 1 m.
    let bend = 4 * (height - 1) * (receiver - 1) * gigahertz / 0.299_792_458
    let (base, slope, fall) = isAboveRoofs ? (28.0, 22.0, 9.0) : (32.4, 21.0, 9.5)
    let clear =
      ground <= bend
      ? base + slope * decade + tone
      : base + 40 * decade + tone - fall * log10(bend * bend + rise * rise)
    if isClear { return clear }
    let hidden =
      isAboveRoofs
      ? 13.54 + 39.08 * decade + tone - 0.6 * (receiver - 1.5)
      : 22.4 + 35.3 * decade + 21.3 * log10(gigahertz) - 0.3 * (receiver - 1.5)
    return max(clear, hidden)
  }
}
