import Glibc
import Kernel
import Signals
import Testing

struct GNSSCorrelatorTests {
  private static let chip = 293.052_256

  private func error(
    delay: Double, share: Double, spacing: Double, phase: Double, fringe: Double = 0
  ) -> Double {
    // A wavelength that divides the delay, so that the phase is the given one.
    let arrivals = [
      GNSSArrival(amplitude: 1, delay: 0, phase: 0, wavelength: 0.5, fringe: 0),
      GNSSArrival(
        amplitude: share, delay: delay, phase: phase, wavelength: 0.5, fringe: fringe),
    ]
    let correlator = GNSSCorrelator(chip: Self.chip, spacing: spacing)
    return arrivals.withUnsafeBufferPointer { correlator.answer($0).delay }
  }

  /// The textbook's envelope of coherent early-late tracking: delay, spacing, share, extremes.
  static let envelope: [(Double, Double, Double, Double, Double)] = [
    (10, 1, 0.5, 3.3, -10), (10, 1, 0.3, 2.3, -4.3), (10, 0.5, 0.5, 3.3, -10),
    (40, 1, 0.5, 13, -40), (40, 1, 0.3, 9, -17), (40, 0.5, 0.5, 13, -37),
    (40, 0.5, 0.3, 9, -17), (80, 1, 0.5, 27, -72), (80, 1, 0.3, 18, -34),
    (80, 0.5, 0.5, 27, -37), (80, 0.5, 0.3, 18, -22), (150, 1, 0.5, 50, -58),
    (150, 1, 0.3, 35, -38), (150, 0.5, 0.5, 37, -37), (150, 0.5, 0.3, 22, -22),
    (300, 1, 0.5, 47, -28), (300, 1, 0.3, 25, -18), (300, 0.5, 0.5, 22, -13),
    (300, 0.5, 0.3, 12, -9), (400, 1, 0.5, 13, -8), (400, 1, 0.3, 7, -5), (400, 0.5, 0.5, 0, 0),
  ]

  @Test(arguments: envelope)
  func followsTheEnvelope(
    delay: Double, spacing: Double, share: Double, late: Double, early: Double
  ) {
    let together = error(delay: delay, share: share, spacing: spacing, phase: 0)
    let opposed = error(delay: delay, share: share, spacing: spacing, phase: 0.5)
    #expect(abs(together - late) < 0.6, "\(together)")
    #expect(abs(opposed - early) < 0.6, "\(opposed)")
  }

  @Test(arguments: [0.1, 0.3, 0.5, 0.9], [5.0, 20, 60])
  func averagesPowerWithRotatingPhases(share: Double, delay: Double) {
    let power = delay * share * share / (1 + share * share)
    for phase in [0, 0.2, 0.5, 0.8] {
      let moving = error(delay: delay, share: share, spacing: 1, phase: phase, fringe: 1e4)
      #expect(abs(moving - power) < 0.01 * delay)
      // Between the two, the error shrinks steadily as phases rotate faster.
      let swings = [0, 0.5, 1, 2, 4, 8.0].map { fringe in
        abs(error(delay: delay, share: share, spacing: 1, phase: 0.5, fringe: fringe) - power)
      }
      for (slow, fast) in zip(swings, swings.dropFirst()) { #expect(fast < slow + 1e-9) }
    }
  }

  @Test func tracksSingleReflection() {
    for delay in [3.0, 50, 140, 290, 700] {
      let arrival = [
        GNSSArrival(amplitude: 0.3, delay: delay, phase: 0.5, wavelength: 0.19, fringe: 3)
      ]
      let answer = arrival.withUnsafeBufferPointer {
        GNSSCorrelator(chip: Self.chip, spacing: 1).answer($0)
      }
      #expect(abs(answer.delay - delay) < 0.01)
      #expect(abs(answer.power - 0.09) < 1e-12)
    }
  }

  @Test func knifeEdgeLossMatchesFormula() {
    // ITU-R P.526: 6.0 dB at grazing, 20 log(4.4 ν) nearly, deep in the shadow; none in the clear.
    #expect(abs(GNSSKnifeEdge.loss(0) - 6.03) < 0.05)
    #expect(abs(GNSSKnifeEdge.loss(1) - 13.9) < 0.1)
    #expect(abs(GNSSKnifeEdge.loss(2.4) - 20.5) < 0.2)
    #expect(GNSSKnifeEdge.loss(-0.8) == 0)
    #expect(GNSSKnifeEdge.loss(-0.779) < 0.1)
    #expect(
      abs(GNSSKnifeEdge.parameter(height: 2, distance: 20, wavelength: 0.2) - 2.0.squareRoot())
        < 1e-12)
  }

  @Test func clockDriftMatchesSpectrum() {
    var spread = 0.0
    for seed in 0..<200 as Range<UInt64> {
      let clock = GNSSClock(.init(seed: seed, purpose: "clock"))
      let (a, b) = (clock.state(at: 1000), clock.state(at: 1000.1))
      #expect(abs(a.drift) < 8e-7)
      // The drift is the bias's derivative.
      #expect(abs(b.bias - a.bias - (a.drift + b.drift) / 20) < 1e-13)
      let far = clock.state(at: 1060)
      spread += (far.drift - a.drift) * (far.drift - a.drift) / 200
    }
    // Over a minute, random-walk frequency of S = 2e-20/f² moves by √(2π²·2e-20·60) = 4.9e-9.
    #expect(spread.squareRoot() > 2.5e-9 && spread.squareRoot() < 8e-9, "\(spread.squareRoot())")
  }
}
