import Glibc
package import Maps
package import Venues

/// Penetration loss of an obstacle, between 450 MHz and 6 GHz.
///
/// Given at 2.4 and 5.5 GHz, and linear in the logarithm of the frequency between and somewhat beyond, so
/// that two sums along a ray give the loss at any frequency.
package struct RadioLoss: Hashable, Sendable {
  /// The loss at 2.4 GHz, in dB.
  package var low: Float
  /// The increase at 5.5 GHz, in dB.
  package var rise: Float

  package init(_ low: Float, _ high: Float) {
    self.low = low
    rise = high - low
  }

  package static let none = RadioLoss(0, 0)

  /// The loss at a frequency, in dB.
  package func decibels(at weight: Float) -> Float {
    max(0, low + weight * rise)
  }

  /// Creates the loss of a wall with its frames, pipes and shelves.
  ///
  /// Bare slabs of these materials lose somewhat less by ITU-R P.2040; these values are estimates, except
  /// that plasterboard is from a site survey handbook (3 dB for drywall, Ekahau).
  package init(wallOf material: Material) {
    switch material {
    case .plasterboard: self.init(3, 4)
    case .glass: self.init(2, 3)
    case .coatedGlass: self.init(25, 30)
    case .wood: self.init(3, 5)
    case .brick: self.init(10, 14)
    case .concrete: self.init(18, 28)
    case .reinforced: self.init(25, 40)
    case .metal: self.init(25, 27)
    case .railing: self.init(0, 0)
    }
  }

  /// Creates the loss of an opening; estimates as for walls.
  ///
  /// Shutters are open while people are present.
  package init(opening kind: OpeningKind) {
    switch kind {
    case .passage, .shutter, .turnstile: self.init(0, 0)
    case .door, .locked: self.init(3, 5)
    case .sliding, .revolving: self.init(2, 3)
    }
  }
}

/// Frequency-dependent constants, computed once per frequency.
package struct RadioBand: Hashable, Sendable {
  /// The position on the line of ``RadioLoss``: 0 at 2.4 GHz, 1 at 5.5 GHz.
  package let weight: Float
  /// Free-space loss of the first metre, in dB.
  package let firstMetre: Double
  /// log2(f / 2.4 GHz).
  let octaves: Double

  package init(megahertz: Double) {
    let megahertz = max(1, megahertz)
    octaves = log2(megahertz / 2400)
    // The line ends at 0.7 GHz and 7 GHz, the range of the measurements.
    weight = Float(min(1.3, max(-1.5, octaves / log2(5500.0 / 2400))))
    firstMetre = 20 * log10(megahertz * 1e6 * 4 * .pi / 299_792_458)
  }
}
