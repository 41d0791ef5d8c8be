import Glibc
import Numerics

// What particles are weighed by, and what is learned meanwhile of how well the phone hears.

extension IndoorFilter {
  /// What particles were weighed by: one kind of readings, heard on one spot.
  struct Weighed: Sendable {
    var heard: [HeardLevel] = []
    /// How much of them counted, and what was known then of how well the phone hears.
    var rate = 0.0
    var offset: Float = 0, variance: Float = 0
    /// By how much each particle became likelier, as a log.
    var logs: [Double] = []
  }

  /// Weighs all particles by readings of one kind.
  ///
  /// - Parameters:
  ///   - heard: The readings, all of access points or all of beacons.
  ///   - isAgain: Whether they take the place of the last of their kind, heard on the same spot.
  ///   - share: How much of it is news.
  /// - Returns: The mean squared error of a reading in standard deviations.
  mutating func weigh(_ heard: [HeardLevel], isAgain: Bool, share: Double) -> Double {
    guard let first = heard.first else { return 1 }
    let kind = first.isBeacon ? 1 : 0
    hearOtherwise(kind)
    // What was heard before is weighed where particles have come to, so that only news is left.
    if isAgain { takeBack(weighed[kind]) }
    take(heard, share: share)
    let (rate, offset, variance) = (
      weighed[kind].rate, weighed[kind].offset, weighed[kind].variance
    )
    let bodySide = parameters.radio.bodySideVariance
    // Lane by lane: likelihoods, and each times the error, the square that is left and the precision.
    var (likelihoods, means, fits, precisions) = (Wide.zero, Wide.zero, Wide.zero, Wide.zero)
    for block in sums.indices {
      let total = sums[block].precision
      let residual = sums[block].residualSum / total.within(1e-6, .infinity)
      let found = sums[block].explained(variance, bodySide)
      let logs = rate * Wide(found.logLikelihood)
      // Who isn't there counts for nothing.
      var weights = Wide(repeating: -.infinity)
      for index in particles.indices(of: block) {
        let lane = index % RadioPlaces.width
        weighed[kind].logs[index] = logs[lane]
        particles.weight[index] += logs[lane]
        weights[lane] = particles.weight[index]
      }
      let likely = Wide(
        lowHalf: exponential(weights.lowHalf), highHalf: exponential(weights.highHalf))
      likelihoods += likely
      means += likely * Wide(residual + offset)
      precisions += likely * Wide(total)
      fits += likely * Wide(found.unexplained) / Double(heard.count)
    }
    let sum = likelihoods.sum()
    guard sum > 0 else { return 1 }
    learn(
      means.sum() / sum, 1 / max(precisions.sum() / sum, 1e-6) + parameters.radio.offsetWander * 2,
      first.isBeacon)
    return fits.sum() / sum
  }

  private typealias Wide = SIMD8<Double>

  /// Takes what was learned of how well the phone hears.
  private mutating func hearOtherwise(_ kind: Int) {
    weighed[kind].offset = Float(kind == 1 ? beaconOffset : wifiOffset)
    weighed[kind].variance = Float(kind == 1 ? beaconOffsetVariance : wifiOffsetVariance)
  }

  /// Makes particles less likely by what they were weighed by, where they are now.
  private mutating func takeBack(_ last: Weighed) {
    let bodySide = parameters.radio.bodySideVariance
    sumUp(last.heard, last.offset)
    for block in sums.indices {
      let likely = sums[block].explained(last.variance, bodySide).logLikelihood
      for index in particles.indices(of: block) {
        particles.weight[index] -= last.rate * Double(likely[index % RadioPlaces.width])
      }
    }
  }

  /// Sums up readings of one kind, and notes that particles are weighed by them.
  private mutating func take(_ heard: [HeardLevel], share: Double) {
    guard let first = heard.first else { return }
    let kind = first.isBeacon ? 1 : 0
    weighed[kind].heard = heard
    weighed[kind].rate = rate(heard.count) * share
    if weighed[kind].logs.count != particles.count {
      weighed[kind].logs = [Double](repeating: 0, count: particles.count)
    }
    sumUp(heard, weighed[kind].offset)
  }

  /// Notes that particles were put where some readings say.
  mutating func begin(with heard: [HeardLevel], share: Double) {
    guard let first = heard.first else { return }
    let kind = first.isBeacon ? 1 : 0
    hearOtherwise(kind)
    take(heard, share: share)
    let bodySide = parameters.radio.bodySideVariance
    for block in sums.indices {
      let found = sums[block].explained(weighed[kind].variance, bodySide).logLikelihood
      for index in particles.indices(of: block) {
        weighed[kind].logs[index] =
          weighed[kind].rate * Double(found[index % RadioPlaces.width])
      }
    }
  }

  /// Learns how well the phone hears.
  ///
  /// - Parameters:
  ///   - offset: By how much it heard more than the survey's, in dB.
  ///   - variance: How sure that is, in dB².
  ///   - isBeacon: Whether it heard beacons.
  private mutating func learn(_ offset: Double, _ variance: Double, _ isBeacon: Bool) {
    let radio = parameters.radio
    let known = (isBeacon ? beaconOffsetVariance : wifiOffsetVariance) + radio.offsetGrowth
    let gain = known / (known + variance)
    if isBeacon {
      beaconOffset += gain * (offset - beaconOffset)
      beaconOffsetVariance = max(radio.leastOffsetVariance, (1 - gain) * known)
    } else {
      wifiOffset += gain * (offset - wifiOffset)
      wifiOffsetVariance = max(radio.leastOffsetVariance, (1 - gain) * known)
    }
  }

  /// By how much the phone may hear more than the survey's, in dB, and how sure that is, in dB², where
  /// the phone may be elsewhere: what was learned of it may have been learned at the wrong place, where
  /// anything can be explained by hearing much better.
  func openOffset(_ isBeacon: Bool) -> (mean: Float, variance: Float) {
    let (mean, variance) =
      isBeacon ? (beaconOffset, beaconOffsetVariance) : (wifiOffset, wifiOffsetVariance)
    let radio = parameters.radio
    return (Float(radio.openOffsetShare * mean), Float(max(radio.openOffsetVariance, variance)))
  }

  /// Doubts what was learned of how well the phone hears.
  mutating func openOffsets() {
    for isBeacon in [false, true] {
      let open = openOffset(isBeacon)
      if isBeacon {
        (beaconOffset, beaconOffsetVariance) = (Double(open.mean), Double(open.variance))
      } else {
        (wifiOffset, wifiOffsetVariance) = (Double(open.mean), Double(open.variance))
      }
    }
  }
}
