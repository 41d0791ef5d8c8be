import Glibc
package import Maps
package import Venues

/// What a thing in the way takes from a signal, between 450 MHz and 6 GHz.
///
/// Losses are told at 2.4 and at 5.5 GHz and lie on a straight line over the logarithm of the
/// frequency in between and somewhat beyond, so that two sums along a ray tell the loss at any.
package struct RadioLoss: Hashable, Sendable {
  /// The loss at 2.4 GHz, in dB.
  package var low: Float
  /// How much more it is at 5.5 GHz, in dB.
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

  /// What a wall costs, with its frames, pipes and shelves.
  ///
  /// Slabs of these materials cost somewhat less by ITU-R P.2040; the figures with what comes with
  /// a wall are estimates, that of plasterboard a surveyor's handbook (3 dB for drywall, Ekahau).
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

  /// What fills an opening; estimates as for walls.
  ///
  /// Shutters are up while people are there.
  package init(opening kind: OpeningKind) {
    switch kind {
    case .passage, .shutter, .turnstile: self.init(0, 0)
    case .door, .locked: self.init(3, 5)
    case .sliding, .revolving: self.init(2, 3)
    }
  }
}

/// What depends on a frequency alone, so that it is worked out once for each.
package struct RadioBand: Hashable, Sendable {
  /// Where it lies on the line of ``RadioLoss``: 0 at 2.4 GHz, 1 at 5.5 GHz.
  package let weight: Float
  /// The loss of free space over the first metre, in dB.
  package let firstMetre: Double
  /// log2(f / 2.4 GHz).
  let octaves: Double

  package init(megahertz: Double) {
    let megahertz = max(1, megahertz)
    octaves = log2(megahertz / 2400)
    // Below 0.7 GHz and above 7 GHz the line would leave what was measured: it ends there.
    weight = Float(min(1.3, max(-1.5, octaves / log2(5500.0 / 2400))))
    firstMetre = 20 * log10(megahertz * 1e6 * 4 * .pi / 299_792_458)
  }
}
