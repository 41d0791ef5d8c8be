import Kernel

/// Receiver statistics over time: the zenith C/N0 level and the code noise factor.
///
/// Receivers report their code noise by formulas of their own, which differ by a factor of ten
/// (recordings of gps-measurement-tools and UrbanNav). Code minus carrier over one epoch, or code
/// minus Doppler if there is no carrier, measures the true noise.
struct GNSSReceiverBias: Sendable {
  /// C/N0 of strong signals, in dB-Hz; `noise` is the ratio of measured to reported code noise.
  private(set) var level = 0.0
  private(set) var noise: Double
  private let parameters: SinglePointSolver.Parameters.Receiver
  /// Ranges, carriers and rates of the previous epoch, by satellite.
  private var before = [Sample](repeating: Sample(), count: GNSSSlot.count)
  private var lastTime: SimTime?
  private var number = 0

  private struct Sample {
    var number = -1
    var range = 0.0
    var carrier = 0.0
    var rate = 0.0
  }

  init(_ parameters: SinglePointSolver.Parameters.Receiver) {
    self.parameters = parameters
    noise = parameters.startingNoise
  }

  /// Updates the statistics with an epoch's lines.
  mutating func learn(_ lines: [GNSSSightline], at time: SimTime) {
    let elapsed = lastTime.map { (time - $0).seconds } ?? 0
    note(lines, elapsed: lastTime == nil ? 1e9 : elapsed)
    if elapsed > 0, elapsed <= parameters.longestGapSeconds { compare(lines, elapsed) }
    number &+= 1
    for line in lines {
      before[line.slot] = Sample(
        number: number, range: line.range, carrier: line.carrierGoesOn ? line.carrier : .nan,
        rate: line.rateSigma < .infinity ? line.rate : .nan)
    }
    lastTime = time
  }

  /// Updates the level: mean of the three strongest signals, with a slow decay.
  private mutating func note(_ lines: [GNSSSightline], elapsed: Double) {
    var best = SIMD4<Double>.zero
    for line in lines {
      var value = line.strength
      for index in 0..<3 where value > best[index] { (best[index], value) = (value, best[index]) }
    }
    guard best[2] > 0 else { return }
    let now = (best[0] + best[1] + best[2]) / 3
    let isRecent = elapsed >= 0 && elapsed < parameters.forgettingSeconds
    let faded = isRecent ? level - parameters.fading * elapsed : 0
    level = max(now, faded)
  }

  private mutating func compare(_ lines: [GNSSSightline], _ elapsed: Double) {
    var sizes = InlineArray<80, Double>(repeating: 0)
    var indices = InlineArray<80, Int>(repeating: 0)
    var count = 0
    let isBrief = elapsed <= parameters.longestRateGapSeconds
    let maxRateSigma = parameters.maxRateSigma
    for index in lines.indices {
      let line = lines[index]
      let old = before[line.slot]
      guard old.number == number, count < 80 else { continue }
      var way = line.carrierGoesOn ? line.carrier - old.carrier : .nan
      if !way.isFinite, isBrief, line.rateSigma < maxRateSigma {
        way = (line.rate + old.rate) / 2 * elapsed
      }
      let change = line.range - old.range - way
      guard abs(change) < 1e5 else { continue }
      Self.insert(change, into: &sizes, count)
      indices[count] = index
      count += 1
    }
    guard count >= parameters.minimum else { return }
    // The median removes the receiver clock, its jumps and the carrier's arbitrary start.
    let middle = sizes[count / 2]
    var ratios = InlineArray<80, Double>(repeating: 0)
    for place in 0..<count {
      let line = lines[indices[place]]
      let old = before[line.slot]
      var way = line.carrierGoesOn ? line.carrier - old.carrier : .nan
      if !way.isFinite { way = (line.rate + old.rate) / 2 * elapsed }
      let change = line.range - old.range - way - middle
      Self.insert(abs(change) / (1.414 * line.codeSigma), into: &ratios, place)
    }
    let found = 1.4826 * ratios[count / 2]
    let bounded = min(max(found, parameters.minNoise), parameters.maxNoise)
    noise += parameters.noiseShare * (bounded - noise)
  }

  /// Inserts a value in ascending order.
  @inline(__always)
  private static func insert(
    _ value: Double, into sorted: inout InlineArray<80, Double>, _ count: Int
  ) {
    var place = count
    while place > 0, sorted[place - 1] > value {
      sorted[place] = sorted[place - 1]
      place -= 1
    }
    sorted[place] = value
  }
}
