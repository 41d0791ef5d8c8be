import Glibc

/// A signal component: the direct path or an echo.
package struct GNSSArrival: Sendable {
  /// Relative to the open-sky signal.
  var amplitude: Double
  /// Excess path, in m.
  var delay: Double
  /// Cosine and sine of the carrier phase.
  var cosine: Double
  var sine: Double
  /// Fading (fringe) rate relative to the loop's corner.
  var fringe: Double

  /// Creates a component.
  ///
  /// - Parameters:
  ///   - amplitude: Relative to the open-sky signal.
  ///   - delay: The excess path, in m.
  ///   - phase: An additional phase, in cycles; a reflection adds one half.
  ///   - wavelength: In m.
  ///   - fringe: The fringe rate, relative to the loop's corner.
  package init(amplitude: Double, delay: Double, phase: Double, wavelength: Double, fringe: Double)
  {
    self.amplitude = amplitude
    self.delay = delay
    self.fringe = fringe
    let cycles = delay / wavelength + phase
    let angle = (cycles - cycles.rounded()) * 2 * .pi
    cosine = cos(angle)
    sine = sin(angle)
  }
}

/// Multipath error of a non-coherent early-late delay lock loop.
///
/// Compares early and late power, averaged over the loop's time constant. Two components with a relative
/// phase rate above the loop's bandwidth add as powers, slower ones as amplitudes: the cross term of each
/// pair passes the loop's first-order low-pass. At rest this gives the coherent multipath envelope of the
/// textbooks, while walking the power average, with all cases between.
package struct GNSSCorrelator: Sendable {
  /// The loop's response to a set of components.
  package struct LoopResponse: Sendable {
    /// Pseudorange error, in m.
    package var delay = 0.0
    /// Power, relative to the open-sky signal.
    package var power = 0.0
    /// Pseudorange rate error, in the components' fringe units.
    var fringe = 0.0
    /// Carrier phase error, in rad.
    package var phase = 0.0
    /// The power of the strongest component, and of all others.
    var strongest = 0.0
    var others = 0.0
    /// Delay spread: the power-weighted standard deviation of the delays, in m.
    var spread = 0.0
  }

  /// Chip length, and half of the early-late spacing, in m.
  let chip: Double
  let half: Double

  /// Creates a correlator with an early-late spacing in chips.
  package init(chip: Double, spacing: Double) {
    self.chip = chip
    half = spacing * chip / 2
  }

  /// The response to at least one component.
  package func answer(_ arrivals: UnsafeBufferPointer<GNSSArrival>) -> LoopResponse {
    var answer = LoopResponse()
    var (moment, first, second) = (0.0, 0.0, 0.0)
    var total = 0.0
    var longest = 0.0
    var shortest = Double.infinity
    var strongest = 0
    var (real, imaginary, turning) = (0.0, 0.0, 0.0)
    for (k, one) in arrivals.enumerated() {
      let power = one.amplitude * one.amplitude
      total += power
      moment += power * one.delay
      first += power * one.delay
      second += power * one.delay * one.delay
      answer.power += power
      turning += power * one.fringe
      let filter = one.amplitude / (1 + one.fringe * one.fringe)
      real += filter * (one.cosine + one.fringe * one.sine)
      imaginary += filter * (one.sine - one.fringe * one.cosine)
      longest = max(longest, one.delay)
      shortest = min(shortest, one.delay)
      if one.amplitude > arrivals[strongest].amplitude { strongest = k }
      for other in arrivals[..<k] {
        let weight = 2 * Self.product(one, other)
        answer.power += weight
        moment += weight * (one.delay + other.delay) / 2
      }
    }
    guard total > 0 else { return answer }
    answer.fringe = turning / total
    answer.strongest = arrivals[strongest].amplitude * arrivals[strongest].amplitude
    answer.others = total - answer.strongest
    answer.spread = max(0, second / total - first / total * first / total).squareRoot()
    answer.phase = atan2(imaginary, real)
    // Components that cancel leave a floor: the noise of everything else.
    answer.power = max(answer.power, 0.01 * total)
    answer.delay = moment / answer.power
    // Exact as long as all components lie on the linear flanks.
    let bend = min(half, chip - half)
    if longest > answer.delay + bend || shortest < answer.delay - bend {
      answer.delay = search(arrivals, around: arrivals[strongest].delay)
    }
    return answer
  }

  /// The averaged product of two components' amplitudes.
  @inline(__always)
  private static func product(_ one: GNSSArrival, _ other: GNSSArrival) -> Double {
    let cosine = one.cosine * other.cosine + one.sine * other.sine
    let sine = one.sine * other.cosine - one.cosine * other.sine
    let fringe = one.fringe - other.fringe
    return one.amplitude * other.amplitude * (cosine + fringe * sine) / (1 + fringe * fringe)
  }

  /// The delay at which early and late power are equal, by bisection.
  private func search(
    _ arrivals: UnsafeBufferPointer<GNSSArrival>, around start: Double
  ) -> Double {
    let reach = max(half, chip / 2)
    var (low, high) = (start - reach, start + reach)
    for _ in 0..<18 {
      let middle = (low + high) / 2
      if unbalance(arrivals, at: middle) > 0 { high = middle } else { low = middle }
    }
    return (low + high) / 2
  }

  /// The discriminator for a replica delayed by `delay`: early less late power of each pair.
  private func unbalance(
    _ arrivals: UnsafeBufferPointer<GNSSArrival>, at delay: Double
  ) -> Double {
    func ramp(_ x: Double) -> Double { max(0, 1 - abs(x) / chip) }
    var sum = 0.0
    for (k, one) in arrivals.enumerated() {
      let (early, late) = (ramp(delay - half - one.delay), ramp(delay + half - one.delay))
      sum += one.amplitude * one.amplitude * (early * early - late * late)
      for other in arrivals[..<k] {
        let (first, last) = (ramp(delay - half - other.delay), ramp(delay + half - other.delay))
        sum += 2 * Self.product(one, other) * (early * first - late * last)
      }
    }
    return sum
  }
}
