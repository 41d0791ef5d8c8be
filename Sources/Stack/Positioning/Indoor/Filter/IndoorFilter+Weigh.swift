import Glibc
import Numerics

// Particle weighting, with estimation of the phone's RSSI offset.

extension IndoorFilter {
  /// Last weighting of one kind of readings at one spot.
  struct Weighed: Sendable {
    var received: [ReceivedLevel] = []
    /// Likelihood exponent, and the RSSI offset and variance used.
    var rate = 0.0
    var offset: Float = 0, variance: Float = 0
    /// Log likelihood added to each particle.
    var logs: [Double] = []
  }

  /// Weights all particles by readings of one kind.
  ///
  /// - Parameters:
  ///   - received: The readings, all of access points or all of beacons.
  ///   - isAgain: True if they replace the last readings of their kind at the same spot.
  ///   - share: Share of new information in the readings.
  /// - Returns: The mean normalised residual squared of a reading.
  mutating func weigh(_ received: [ReceivedLevel], isAgain: Bool, share: Double) -> Double {
    guard let first = received.first else { return 1 }
    let kind = first.isBeacon ? 1 : 0
    hearOtherwise(kind)
    // The previous likelihood is removed at the particles' current positions, so each reading
    // counts once.
    if isAgain { takeBack(weighed[kind]) }
    process(received, share: share)
    let (rate, offset, variance) = (
      weighed[kind].rate, weighed[kind].offset, weighed[kind].variance
    )
    let bodySide = parameters.radio.bodySideVariance
    // Per lane: likelihoods, and their products with residual, unexplained square and precision.
    var (likelihoods, means, fits, precisions) = (Wide.zero, Wide.zero, Wide.zero, Wide.zero)
    for block in sums.indices {
      let total = sums[block].precision
      let residual = sums[block].residualSum / total.within(1e-6, .infinity)
      let found = sums[block].explained(variance, bodySide)
      let logs = rate * Wide(found.logLikelihood)
      // Unused lanes have no weight.
      var weights = Wide(repeating: -.infinity)
      for index in particles.indices(of: block) {
        let lane = index % RadioPositions.width
        weighed[kind].logs[index] = logs[lane]
        particles.weight[index] += logs[lane]
        weights[lane] = particles.weight[index]
      }
      let likely = Wide(
        lowHalf: exponential(weights.lowHalf), highHalf: exponential(weights.highHalf))
      likelihoods += likely
      means += likely * Wide(residual + offset)
      precisions += likely * Wide(total)
      fits += likely * Wide(found.unexplained) / Double(received.count)
    }
    let sum = likelihoods.sum()
    guard sum > 0 else { return 1 }
    learn(
      means.sum() / sum, 1 / max(precisions.sum() / sum, 1e-6) + parameters.radio.offsetWander * 2,
      first.isBeacon)
    return fits.sum() / sum
  }

  private typealias Wide = SIMD8<Double>

  /// Sets the RSSI offset of the next weighting from the current estimate.
  private mutating func hearOtherwise(_ kind: Int) {
    weighed[kind].offset = Float(kind == 1 ? beaconOffset : wifiOffset)
    weighed[kind].variance = Float(kind == 1 ? beaconOffsetVariance : wifiOffsetVariance)
  }

  /// Removes the likelihood of the last weighting, at the particles' current positions.
  private mutating func takeBack(_ last: Weighed) {
    let bodySide = parameters.radio.bodySideVariance
    sumUp(last.received, last.offset)
    for block in sums.indices {
      let likely = sums[block].explained(last.variance, bodySide).logLikelihood
      for index in particles.indices(of: block) {
        particles.weight[index] -= last.rate * Double(likely[index % RadioPositions.width])
      }
    }
  }

  /// Accumulates readings of one kind and stores them as the last weighting.
  private mutating func process(_ received: [ReceivedLevel], share: Double) {
    guard let first = received.first else { return }
    let kind = first.isBeacon ? 1 : 0
    weighed[kind].received = received
    weighed[kind].rate = rate(received.count) * share
    if weighed[kind].logs.count != particles.count {
      weighed[kind].logs = [Double](repeating: 0, count: particles.count)
    }
    sumUp(received, weighed[kind].offset)
  }

  /// Stores the readings from which particles were redrawn as the last weighting.
  mutating func begin(with received: [ReceivedLevel], share: Double) {
    guard let first = received.first else { return }
    let kind = first.isBeacon ? 1 : 0
    hearOtherwise(kind)
    process(received, share: share)
    let bodySide = parameters.radio.bodySideVariance
    for block in sums.indices {
      let found = sums[block].explained(weighed[kind].variance, bodySide).logLikelihood
      for index in particles.indices(of: block) {
        weighed[kind].logs[index] =
          weighed[kind].rate * Double(found[index % RadioPositions.width])
      }
    }
  }

  /// Scalar Kalman update of the phone's RSSI offset to the survey.
  ///
  /// - Parameters:
  ///   - offset: Measured offset, in dB.
  ///   - variance: Its variance, in dB².
  ///   - isBeacon: True for the offset of beacons.
  private mutating func learn(_ offset: Double, _ variance: Double, _ isBeacon: Bool) {
    let radio = parameters.radio
    let known = (isBeacon ? beaconOffsetVariance : wifiOffsetVariance) + radio.offsetGrowth
    let gain = known / (known + variance)
    if isBeacon {
      beaconOffset += gain * (offset - beaconOffset)
      beaconOffsetVariance = max(radio.minOffsetVariance, (1 - gain) * known)
    } else {
      wifiOffset += gain * (offset - wifiOffset)
      wifiOffsetVariance = max(radio.minOffsetVariance, (1 - gain) * known)
    }
  }

  /// Returns mean and variance of the RSSI offset for a search at other positions, in dB and dB².
  ///
  /// The offset may have been learned at a wrong position, where a much better receiver explains
  /// anything. It is therefore shrunk and widened.
  func openOffset(_ isBeacon: Bool) -> (mean: Float, variance: Float) {
    let (mean, variance) =
      isBeacon ? (beaconOffset, beaconOffsetVariance) : (wifiOffset, wifiOffsetVariance)
    let radio = parameters.radio
    return (Float(radio.openOffsetShare * mean), Float(max(radio.openOffsetVariance, variance)))
  }

  /// Widens the RSSI offsets after a relocalisation.
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
