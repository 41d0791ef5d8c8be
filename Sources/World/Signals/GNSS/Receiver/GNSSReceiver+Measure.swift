import Geometry
import Glibc
import Kernel
import Observations

extension GNSSReceiver {
  /// The code length of one light millisecond, in m.
  private static let codeLength = 299_792.458

  /// Makes the measurement: pseudorange, pseudorange rate, carrier phase and C/N0.
  mutating func measure(
    _ number: Int, _ line: GNSSLine, _ answer: GNSSCorrelator.LoopResponse, _ strength: Double,
    _ moment: GNSSMoment, _ elapsed: Double
  ) -> GNSSMeasurement {
    let signal = surroundings.signals[number]
    let slow = slow[number].values(surroundings, parameters, satellite: number, at: moment.now)
    let delay = slow.ionosphere * signal.dispersion
    var draw = jitterDraws.at(
      index: UInt64(bitPattern: moment.time.nanoseconds) &* 64 &+ UInt64(number))
    let step = parameters.strengthStepDecibels
    var reported = strength
    // Reported C/N0 fluctuates by some 0.3 dB; an estimate.
    if parameters.noise { reported += 0.3 * draw.gaussian() }
    reported = (reported / step).rounded() * step
    let sigma = codeSigma(signal, reported)
    // Tenfold for each 16.5 dB less: 0.04 at 36 dB-Hz, 0.22 at 24, 0.38 at 20 (phones of 2016).
    let usual = traits.rateNoise * gnssPower(tenth: (36 - reported) / 1.65)
    // At any strength at least 3 mm/s remain (Esbjerg: 4 at 52 dB-Hz).
    let rateSigma = (usual * usual + 9e-6).squareRoot() * spread.rate
    let common = line.range + moment.clock - line.clock + slow.rest + biases[number]
    var range =
      common + delay + channels[number].settle(to: answer.delay, after: elapsed / settling)
    var rate = line.rate + moment.clockRate - line.clockRate + answer.fringe
    var carrier = common - delay + answer.phase * signal.wavelength / (2 * .pi)
    let carrierSigma = 0.003 * gnssPower(tenth: (36 - reported) / 2)
    if parameters.noise {
      let old = codeNoise(number, at: moment.now)
      range += sigma * (oldNoise * old + freshNoise * draw.gaussian())
      rate += rateSigma * draw.gaussian()
      carrier += min(0.05, carrierSigma) * draw.gaussian()
    }
    let state = channels[number].state(signal, at: moment.now, knowsTime: knowsTime)
    if state.isDisjoint(with: [.timeOfWeekDecoded, .glonassTimeOfDayDecoded]) {
      range -= (range / Self.codeLength).rounded(.down) * Self.codeLength
    }
    var losses = 0.0
    if parameters.fading {
      let fading = GNSSFading(answer, strength, signal, at: moment.velocity.length)
      losses = fading.losses
      // Addressed by time, independent of the carrier's history.
      var fresh = fadingDraws.at(
        index: UInt64(bitPattern: moment.time.nanoseconds) &* 64 &+ UInt64(number))
      range += fading.codeNoise(bandwidth, settling: settling, corner: corner) * fresh.gaussian()
    }
    let carrierState = count(number, carrier, reported, losses, elapsed, &draw)
    return GNSSMeasurement(
      satellite: surroundings.sky.tracks[number].satellite,
      carrierFrequencyHertz: signal.frequency, pseudorangeMetres: range,
      pseudorangeSigmaMetres: sigma * spread.codeReported, pseudorangeRateMetresPerSecond: rate,
      pseudorangeRateSigmaMetresPerSecond: rateSigma * spread.rateReported,
      accumulatedDeltaRangeMetres: carrier - channels[number].carrierOffset,
      accumulatedDeltaRangeSigmaMetres: min(0.05, carrierSigma),
      accumulatedDeltaRangeState: carrierState, carrierToNoiseDecibelHertz: reported, state: state)
  }

  /// Standard deviation of the code's thermal noise, in m, with the loop's adaptive bandwidth.
  @inline(__always)
  private func codeSigma(_ signal: GNSSSignal, _ strength: Double) -> Double {
    let sigma = signal.codeNoise(strength, bandwidth: bandwidth, spacing: spacing)
    guard narrowing > 0 else { return sigma * spread.code }
    return sigma * spread.code * exp(narrowing * log(usualNoise * signal.chip / sigma))
  }

  /// Updates the accumulated delta range: reset after a loss, cycle slips at random.
  private mutating func count(
    _ number: Int, _ carrier: Double, _ strength: Double, _ fades: Double, _ elapsed: Double,
    _ draw: inout RandomStream
  ) -> DeltaRangeState {
    let signal = surroundings.signals[number]
    guard holdsCarrier(number, strength, &draw) else {
      channels[number].isCarrierFresh = true
      return []
    }
    if channels[number].isCarrierFresh {
      channels[number].isCarrierFresh = false
      let cycles = (carrier / signal.wavelength).rounded() + Double(draw.integer(below: 1000))
      channels[number].carrierOffset = cycles * signal.wavelength
      return [.valid, .reset]
    }
    // A slip per 50 s at 28 dB-Hz, tenfold for each 3.5 dB less; at 20 dB-Hz no carrier is held (a phone
    // of 2016, gps-measurement-tools: 2 % of seconds at 28, 30 % at 24, all at 20).
    let chance = elapsed * 0.02 * gnssPower(tenth: (28 - strength) / 0.35)
    let kept = max(0, 1 - chance) * exp(-fades * elapsed)
    guard parameters.noise, draw.uniform() < 1 - kept else { return .valid }
    // Before the bit signs are resolved, a loop may also lock half a cycle off.
    let halves = Double(1 + draw.integer(below: 4)) * (draw.uniform() < 0.5 ? -1 : 1)
    channels[number].carrierOffset += halves * signal.wavelength / 2
    return [.valid, .cycleSlip]
  }

  /// True if the phase loop reports a carrier; with hysteresis for one reported a moment ago.
  @inline(__always)
  private func holdsCarrier(
    _ number: Int, _ strength: Double, _ draw: inout RandomStream
  ) -> Bool {
    guard traits.carrierFrom > 0 else { return true }
    var minimum = channels[number].isCarrierFresh ? traits.carrierFrom : traits.carrierTo
    if surroundings.signals[number].isGlonass { minimum += traits.carrierGlonass }
    if parameters.noise { minimum += traits.carrierScatter * draw.gaussian() }
    return strength >= minimum
  }

  /// Thermal noise of the delay loop, of unit variance, with exponential correlation.
  private mutating func codeNoise(_ number: Int, at now: Double) -> Double {
    // Impulses each 0.6 of the correlation time; the newest one grows in.
    let place = max(0, now + 64) / (0.6 * traits.smoothing) + 16
    let index = place.rounded(.down)
    let share = place - index
    let newest = UInt64(index)
    channels[number].noise.draw(until: newest, from: codeDraws.at(index: UInt64(number)))
    let impulses = channels[number].noise
    var weight = exp(-0.6 * (share + 5))
    let growth = 1.822_118_800_390_509
    var (sum, squares) = (0.0, 0.0)
    for age in 0..<6 {
      sum += weight * impulses[newest &- 6 &+ UInt64(age)]
      squares += weight * weight
      weight *= growth
    }
    sum += share * impulses[newest]
    squares += share * share
    return sum / squares.squareRoot()
  }
}
