import Formats
import Kernel
import Observations
import Scoring
import Signals
import Truth
import Venues

/// Beacons received on walks: changes of a beacon's RSSI over time.
struct BeaconStudiesWalk {
  /// Bins of the time between two advertisements, in ms.
  static let gaps = [50.0..<150, 150.0..<400, 400.0..<1200]
  /// Min number of values for a statistic of a walk.
  private static let minimum = 15
  /// Min median RSSI of an evaluated beacon, in dBm.
  private static let weak = -88.0

  /// For each of ``gaps``: all differences, and each walk's SD, in dB.
  private(set) var differences = [[Double]](repeating: [], count: gaps.count)
  private(set) var spreads = [[Double]](repeating: [], count: gaps.count)
  /// Each walk's SD about the mean of five seconds, in dB, and its skewness.
  private(set) var scatters: [Double] = []
  private(set) var skews: [Double] = []
  /// RSSI about the walk's median, in dB: offsets of phones and beacons aren't part of the shape.
  private(set) var strengths: [Double] = []

  init() {}

  init(of received: [BeaconAdvertisement]) { add(received) }

  /// Adds the advertisements of a walk or a part of it, in order of time.
  mutating func add(_ received: [BeaconAdvertisement]) {
    var byBeacon: [UInt64: [(seconds: Double, strength: Double)]] = [:]
    for item in received {
      guard let address = item.address else { continue }
      byBeacon[address.value, default: []].append(
        (item.time.seconds, item.rssiDecibelMilliwatts))
    }
    var mine = [[Double]](repeating: [], count: Self.gaps.count)
    var rest: [Double] = []
    let all = byBeacon.values.flatMap { $0.map(\.strength) }
    let usual = RadioStudyMath.median(all) ?? 0
    for (_, list) in byBeacon.sorted(by: { $0.key < $1.key }) {
      strengths += list.map { $0.strength - usual }
      // If half of a beacon's packets are too weak to be received, the rest scatters little for another reason.
      guard let middle = RadioStudyMath.median(list.map(\.strength)), middle > Self.weak else {
        continue
      }
      for (before, after) in zip(list, list.dropFirst()) {
        let gap = (after.seconds - before.seconds) * 1000
        guard let bin = Self.gaps.firstIndex(where: { $0.contains(gap) }) else { continue }
        mine[bin].append(after.strength - before.strength)
      }
      for item in list {
        let near = list.filter { abs($0.seconds - item.seconds) < 2.5 }.map(\.strength)
        if near.count >= 5 { rest.append(item.strength - RadioStudyMath.moments(near).mean) }
      }
    }
    for bin in mine.indices {
      differences[bin] += mine[bin]
      guard mine[bin].count >= Self.minimum else { continue }
      spreads[bin].append(RadioStudyMath.moments(mine[bin]).spread)
    }
    if rest.count >= 2 * Self.minimum {
      scatters.append(RadioStudyMath.moments(rest).spread)
      skews.append(RadioStudyMath.skew(rest))
    }
  }

  /// The SD of all differences by the time between, in ms.
  var curve: [SIMD2<Double>] {
    Self.gaps.indices.filter { differences[$0].count >= 30 }.map {
      SIMD2(
        (Self.gaps[$0].lowerBound + Self.gaps[$0].upperBound) / 2,
        RadioStudyMath.moments(differences[$0]).spread)
    }
  }
}

/// Compares walks past beacons in a mall and a museum with walks in a simulated mall.
func compareBeaconWalks(_ data: ValidationData, _ comparison: inout SignalComparison) throws {
  var (mall, walks) = (BeaconStudiesWalk(), [BeaconStudiesWalk]())
  for (_, trace) in try radioCompetitionTraces(data) {
    mall.add(trace.beacons)
    walks.append(BeaconStudiesWalk(of: trace.beacons))
  }
  var (museum, logs) = (BeaconStudiesWalk(), [BeaconStudiesWalk]())
  for file in data.files(under: ValidationSet.ipin2023.rawValue, suffix: ".txt.gz") {
    let log = try GetSensorData.read(try data.bytes(file), file: file)
    // Pieces of a minute, to get a sample.
    var own = BeaconStudiesWalk()
    let minutes = Int((log.beacons.last?.time.seconds ?? 0) / 60)
    for minute in 0...max(0, minutes) {
      let received = log.beacons.filter { Int($0.time.seconds / 60) == minute }
      museum.add(received)
      own.add(received)
    }
    logs.append(own)
  }
  let made = try simulatedBeaconWalks()
  let source = ValidationSet.indoorCompetition.rawValue
  try report("walking in a mall, phone in the hand", source, walks, made, &comparison)
  try report(
    "walking in a museum", ValidationSet.ipin2023.rawValue, logs, made, &comparison)
  comparison.plots += [
    .distributions(
      signal: "beacon", title: "One beacon's next reading on a walk",
      xLabel: "change over 150 to 400 ms, dB", real: mall.differences[1],
      synthetic: made.differences[1],
      caption: "Two advertisements of one beacon in a row, \(source): channels and fades change "
        + "within a few centimetres."),
    SignalPlot(
      signal: "beacon", title: "Change of a beacon's readings with time on a walk",
      xLabel: "time between, ms", yLabel: "SD of the difference, dB",
      series: [
        .init("real, mall", .real, mall.curve), .init("real, museum", .real, museum.curve),
        .init("synthetic", .synthetic, made.curve),
      ],
      caption: "Of \(source), ipin2023-track3 and a synthetic mall. It starts high, since channels "
        + "differ, and rises as the phone moves on."),
  ]
}

/// Simulates walks in a mall with scanners of two profiles; each seed has its own mall and phone.
private func simulatedBeaconWalks() throws -> BeaconStudiesWalk {
  var walks = BeaconStudiesWalk()
  for seed in 1...6 as ClosedRange<UInt64> {
    var parameters = ValidationModels.beacons
    parameters.profile = seed % 2 == 0 ? .foreground : .lowLatency
    let venue = try RadioStudyPlaces.mall(seed: seed)
    let surroundings = BeaconSurroundings(
      venue, propagation: ValidationModels.propagation(in: venue), parameters: parameters,
      seed: seed)
    for number in 0..<20 {
      let level = 1 + number % 2
      let trajectory = RadioStudyPlaces.mallWalk(
        seed: seed, number: number, venue: venue, level: level)
      var receiver = BeaconReceiver(
        parameters, in: surroundings, for: SignalReceiver(seed: seed, device: seed))
      var received: [BeaconAdvertisement] = []
      receiver.received(along: trajectory, from: .start, to: trajectory.endTime, into: &received)
      walks.add(received)
    }
  }
  return walks
}

private func report(
  _ situation: String, _ source: String, _ real: [BeaconStudiesWalk], _ made: BeaconStudiesWalk,
  _ comparison: inout SignalComparison
) throws {
  func figure(
    _ quantity: String, _ unit: String, _ values: KeyPath<BeaconStudiesWalk, [Double]>
  ) throws {
    let found = RecordedValues(byRecording: real.map { $0[keyPath: values] })
    let synthetic = made[keyPath: values]
    // Fewer values aren't a sample.
    guard !synthetic.isEmpty, found.values.count >= 5 else { return }
    comparison.figures.append(
      try SignalFigure(
        signal: "beacon", situation: situation, quantity: quantity, unit: unit,
        real: found, synthetic: synthetic, source: source))
  }
  for (bin, gap) in BeaconStudiesWalk.gaps.enumerated() {
    try figure(
      "change over \(Int(gap.lowerBound)) to \(Int(gap.upperBound)) ms, SD of a walk", "dB",
      \.spreads[bin])
  }
  try figure("spread about the mean of 5 s", "dB", \.scatters)
  try figure("skew about the mean of 5 s", "", \.skews)
  try figure("strength about its walk's median", "dB", \.strengths)
}
