import Glibc

/// One of the ways by which a signal arrives.
package struct GNSSArrival: Sendable {
  /// Relative to the signal under an open sky.
  var amplitude: Double
  /// How much longer than the straight way, in m.
  var delay: Double
  /// In rad.
  var cosine: Double
  var sine: Double
  /// How fast the phase turns, relative to the loop's corner.
  var fringe: Double

  /// Creates an arrival.
  ///
  /// - Parameters:
  ///   - amplitude: Relative to the signal under an open sky.
  ///   - delay: How much longer than the straight way, in m.
  ///   - phase: Its phase besides, in cycles; a reflection turns it by half of one.
  ///   - wavelength: In m.
  ///   - fringe: How fast its phase turns, relative to the loop's corner.
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

/// What a delay loop makes of a signal and its echoes.
///
/// Early and late power are compared, averaged over the loop's time. Two arrivals whose phases turn
/// against each other by more than the loop can follow add as powers, others as amplitudes: each
/// pair's term is passed through the loop's first-order low-pass. Standing still that is the coherent
/// envelope of the textbooks; walking, it is the power average; and all between.
package struct GNSSCorrelator: Sendable {
  /// The loop's answer to one signal.
  package struct Answer: Sendable {
    /// The error of the pseudorange, in m.
    package var delay = 0.0
    /// The power, relative to the signal under an open sky.
    package var power = 0.0
    /// The error of its rate, in the arrivals' fringe units.
    var fringe = 0.0
    /// The error of the carrier's phase, in rad.
    package var phase = 0.0
    /// The power of the strongest arrival, and that of all others.
    var strongest = 0.0
    var others = 0.0
    /// How far the arrivals' delays scatter about their mean, by their powers, in m.
    var spread = 0.0
  }

  /// A chip's length, in m, and half of early to late, in m.
  let chip: Double
  let half: Double

  /// Creates a correlator with a spacing in chips.
  package init(chip: Double, spacing: Double) {
    self.chip = chip
    half = spacing * chip / 2
  }

  /// The answer to some arrivals, at least one.
  package func answer(_ arrivals: UnsafeBufferPointer<GNSSArrival>) -> Answer {
    var answer = Answer()
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
    // Signals that cancel leave something: the noise of everything else.
    answer.power = max(answer.power, 0.01 * total)
    answer.delay = moment / answer.power
    // As long as all arrivals lie on the linear flanks, that is exact.
    let bend = min(half, chip - half)
    if longest > answer.delay + bend || shortest < answer.delay - bend {
      answer.delay = search(arrivals, around: arrivals[strongest].delay)
    }
    return answer
  }

  /// The averaged product of two arrivals' amplitudes.
  @inline(__always)
  private static func product(_ one: GNSSArrival, _ other: GNSSArrival) -> Double {
    let cosine = one.cosine * other.cosine + one.sine * other.sine
    let sine = one.sine * other.cosine - one.cosine * other.sine
    let fringe = one.fringe - other.fringe
    return one.amplitude * other.amplitude * (cosine + fringe * sine) / (1 + fringe * fringe)
  }

  /// Where early and late are in balance, by halving.
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

  /// Late power less early power for a replica that is late by `delay`.
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
