import Geometry
import Glibc
import Observations

/// GNSS front end: converts epochs to lines of sight with orbits, clocks, delays and variances.
///
/// Storage is reused, so an epoch allocates nothing.
struct GNSSFrontEnd: Sendable {
  private let parameters: SinglePointSolver.Parameters.FrontEnd
  private let model: GNSSErrorModel
  var orbits: OrbitCache
  var lines: [GNSSSightline] = []
  /// Klobuchar parameters until the first broadcast: a correction, or else only the size of the error.
  private let assumedIonosphere: KlobucharParameters
  private let correctsByAssumption: Bool
  /// Period of the ionosphere delays, in s; `periodsPerWeek` is its number per week.
  private let delayPeriod: Double
  private let periodsPerWeek: Int
  /// Sight probability of each satellite, set by the map aid.
  var sights = [Double](repeating: 1, count: GNSSSlot.count)

  /// Ionosphere delay of each satellite at L1, in m; `delayPeriods` holds the period it is valid
  /// for.
  private var delays = [Double](repeating: 0, count: GNSSSlot.count)
  private var delayPeriods = [Int](repeating: .min, count: GNSSSlot.count)
  /// Position of the cached delays, in m; with its frame and the zenith troposphere delay, in m.
  private var place = Vec3.zero
  private(set) var frame: LocalFrame?
  private var zenith = 0.0
  /// Receiver statistics.
  var biases: GNSSReceiverBias

  init(_ parameters: SinglePointSolver.Parameters) {
    self.parameters = parameters.front
    model = parameters.errors
    orbits = OrbitCache(parameters.orbits)
    biases = GNSSReceiverBias(parameters.receiver)
    assumedIonosphere = parameters.ionosphere.coefficients
    correctsByAssumption = parameters.ionosphere.isUsed
    delayPeriod = 60 / Double(parameters.front.delaysPerMinute)
    periodsPerWeek = 10_080 * parameters.front.delaysPerMinute
    lines.reserveCapacity(80)
  }

  /// Lists the usable measurements of an epoch, at most one per satellite.
  ///
  /// - Parameters:
  ///   - epoch: The raw measurements.
  ///   - near: Approximate position, in m; zero if unknown.
  mutating func prepare(_ epoch: GNSSEpoch, near: Vec3) {
    lines.removeAll(keepingCapacity: true)
    guard epoch.secondsOfWeek.isFinite, abs(epoch.secondsOfWeek) < 1e6,
      (0..<100_000).contains(epoch.gpsWeek)
    else { return }
    var used = InlineArray<3, UInt64>(repeating: 0)
    for signal in epoch.measurements {
      guard lines.count < 80, isUsable(signal),
        let slot = slot(of: signal, epoch, near)
      else { continue }
      let bit = UInt64(1) << UInt64(slot & 63)
      if used[slot >> 6] & bit != 0 {
        // Of two signals of one satellite the stronger is kept.
        guard let old = lines.firstIndex(where: { $0.slot == slot }),
          signal.carrierToNoiseDecibelHertz > lines[old].strength,
          let line = line(signal, slot, epoch)
        else { continue }
        lines[old] = line
      } else if let line = line(signal, slot, epoch) {
        used[slot >> 6] |= bit
        lines.append(line)
      }
    }
  }

  /// The mean C/N0 deficit of an epoch's described lines, in dB.
  var meanLack: Double {
    let sum = lines.reduce(0) { $0 + model.lack(of: $1, level: biases.level) }
    return sum / Double(max(1, lines.count))
  }

  /// True if the pseudorange is unambiguous and all values are in range.
  @inline(__always)
  private func isUsable(_ signal: GNSSMeasurement) -> Bool {
    // Without the time of week a pseudorange is ambiguous by whole milliseconds of light.
    let whole =
      signal.satellite.constellation == .glonass
      ? TrackingState.glonassTimeOfDayDecoded : TrackingState.timeOfWeekDecoded
    return signal.state.contains(whole)
      && signal.pseudorangeMetres >= parameters.minRangeMetres
      && signal.pseudorangeMetres <= parameters.maxRangeMetres
      && signal.carrierToNoiseDecibelHertz >= model.minStrength
      && signal.carrierToNoiseDecibelHertz < parameters.maxStrength
      && signal.pseudorangeSigmaMetres > 0 && signal.pseudorangeSigmaMetres < .infinity
      && (1.1e9...1.7e9).contains(signal.carrierFrequencyHertz)
  }

  /// Returns the satellite's slot; phones number GLONASS by channel until the slot is decoded.
  @inline(__always)
  private mutating func slot(of signal: GNSSMeasurement, _ epoch: GNSSEpoch, _ near: Vec3) -> Int? {
    let id = signal.satellite
    guard id.constellation == .glonass, (93...106).contains(id.number) else {
      return GNSSSlot.number(of: id)
    }
    guard near != .zero else { return nil }
    var best: Int?
    var height = 0.0
    for slot in GNSSSlot.glonass..<GNSSSlot.glonass + 27
    where orbits.channel(ofSlot: slot) == id.number - 100 {
      guard
        let state = orbits.state(slot, week: epoch.gpsWeek, seconds: epoch.secondsOfWeek)
      else { continue }
      let line = state.positionMetres - near
      let sine = line.dot(near) / (line.length * near.length)
      if sine > height { (best, height) = (slot, sine) }
    }
    return best
  }

  @inline(__always)
  private mutating func line(
    _ signal: GNSSMeasurement, _ slot: Int, _ epoch: GNSSEpoch
  ) -> GNSSSightline? {
    let light = KeplerEphemeris.speedOfLight
    guard orbits.knows(slot), sights[slot] > parameters.minSight else { return nil }
    // Transmission time by the satellite's clock: receiver time less pseudorange. The receiver's
    // clock error is in both and cancels.
    let shown = epoch.secondsOfWeek - signal.pseudorangeMetres / light
    guard let first = orbits.state(slot, week: epoch.gpsWeek, seconds: shown) else { return nil }
    var state = first
    let shift = -state.clockSeconds
    state.positionMetres += state.velocityMetresPerSecond * shift
    let clock = light * (state.clockSeconds + state.clockDriftSecondsPerSecond * shift)
    var rateSigma = signal.pseudorangeRateSigmaMetresPerSecond * model.rateFactor
    let rate =
      signal.pseudorangeRateMetresPerSecond + light * state.clockDriftSecondsPerSecond
    if !(rateSigma >= 0 && abs(rate) < 5000) { rateSigma = .infinity }
    let phase = signal.accumulatedDeltaRangeState
    return GNSSSightline(
      slot: slot, clock: GNSSSlot.clock(of: signal.satellite.constellation),
      satellite: signal.satellite, position: state.positionMetres,
      velocity: state.velocityMetresPerSecond, range: signal.pseudorangeMetres + clock,
      rate: rate, rateSigma: max(rateSigma, model.rateFloor),
      carrier: signal.accumulatedDeltaRangeMetres + clock,
      carrierGoesOn: phase.contains(.valid) && phase.isDisjoint(with: [.reset, .cycleSlip])
        && abs(signal.accumulatedDeltaRangeMetres) < 1e12,
      hasCarrier: phase.contains(.valid), strength: signal.carrierToNoiseDecibelHertz,
      frequency: signal.carrierFrequencyHertz,
      codeSigma: signal.pseudorangeSigmaMetres, sight: sights[slot])
  }

  /// Computes directions, delays and variances at a position, and drops lines below the mask.
  ///
  /// - Parameters:
  ///   - receiver: Position in ECEF, in m.
  ///   - epoch: The epoch, for the time.
  /// - Returns: False if the position or time is invalid.
  mutating func describe(from receiver: Vec3, _ epoch: GNSSEpoch) -> Bool {
    // Rejects times far outside the week, and NaN.
    guard receiver.isFinite, abs(epoch.secondsOfWeek) <= 2 * GPSTime.secondsPerWeek else {
      return false
    }
    let reach = parameters.delayReachMetres
    if frame == nil || (receiver - place).squaredLength > reach * reach {
      guard let geodetic = try? Geodetic(ecef: receiver), abs(geodetic.altitudeMetres) < 2e4 else {
        return false
      }
      frame = LocalFrame(origin: geodetic)
      place = receiver
      zenith = Troposphere.delayMetres(at: geodetic, elevation: .pi / 2)
      for slot in 0..<GNSSSlot.count { delayPeriods[slot] = .min }
    }
    guard let frame else { return false }
    let minimum = sin(model.maskRadians)
    // Otherwise the whole delay is an error.
    let isIonosphereKnown = correctsByAssumption || orbits.ionosphere != nil
    let period = epoch.gpsWeek &* periodsPerWeek &+ Int(epoch.secondsOfWeek / delayPeriod)
    var kept = 0
    for index in lines.indices {
      var line = lines[index]
      _ = line.look(from: receiver)
      line.sine = frame.up.dot(line.direction)
      guard line.sine >= minimum else { continue }
      let ionosphere = delay(of: line, frame, period: period)
      let ratio = CarrierFrequency.l1 / line.frequency
      let scaled = ionosphere * ratio * ratio
      (line.ionosphere, line.ionosphereSigma) =
        isIonosphereKnown ? (scaled, model.ionosphereShare * scaled) : (0, scaled)
      // Chao's mapping function, shortened: a slab that curves away near the horizon.
      let slant = 1.001 / (0.002001 + line.sine * line.sine).squareRoot()
      line.delay = line.ionosphere + zenith * slant
      model.apply(to: &line, level: biases.level, noise: biases.noise)
      // A line that may be blocked has more multipath.
      line.echo /= line.sight
      line.noise /= line.sight
      lines[kept] = line
      kept += 1
    }
    lines.removeLast(lines.count - kept)
    return true
  }

  /// Returns the ionosphere delay at L1, computed once per period.
  @inline(__always)
  private mutating func delay(of line: GNSSSightline, _ frame: LocalFrame, period: Int) -> Double {
    guard delayPeriods[line.slot] != period else { return delays[line.slot] }
    delayPeriods[line.slot] = period
    let ionosphere = orbits.ionosphere ?? assumedIonosphere
    let seen = LocalFrame.azimuthElevation(ofENU: frame.enu(ofVector: line.direction))
    let start = Double(period % periodsPerWeek) * delayPeriod
    let delay = ionosphere.delayMetres(
      at: frame.origin, azimuth: seen.azimuth, elevation: seen.elevation, secondsOfWeek: start)
    delays[line.slot] = delay.isFinite ? min(max(delay, 0), parameters.maxIonosphereMetres) : 0
    return delays[line.slot]
  }
}
