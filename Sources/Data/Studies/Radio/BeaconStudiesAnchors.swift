import Glibc
import Kernel
import Observations
import Scoring
import Signals
import Truth

/// Compares simulated rooms with a paper's measurements at four distances indoors.
///
/// Strzoda 2022: mean and spread of BLE at 1, 5, 10 and 16 m; 13 to 40 % of the packets are lost.
/// Each value of a sample is that of twenty rooms with four positions each.
///
/// - Parameter comparison: Receives the figures.
/// - Throws: An error for a statistic without values.
func compareAnchors(_ comparison: inout SignalComparison) throws {
  let anchors = [(1.0, -65.5, 5.7), (5, -78.4, 5.9), (10, -84.1, 4.5), (16, -90.8, 3.5)]
  let source = "Strzoda 2022"
  var (means, spreads, lost) = ([SIMD2<Double>](), [SIMD2<Double>](), [Double]())
  for (distance, mean, spread) in anchors {
    var (ofMeans, ofSpreads) = ([Double](), [Double]())
    for group in 0..<20 as Range<UInt64> {
      let received = try strengths(at: distance, rooms: group * 20..<(group + 1) * 20)
      let found = RadioStudyMath.moments(received.strengths)
      ofMeans.append(found.mean)
      ofSpreads.append(found.spread)
      lost.append(100 * received.lost)
    }
    let situation = "line of sight indoors, \(Int(distance)) m"
    comparison.figures += [
      try SignalFigure(
        signal: "beacon", situation: situation, quantity: "mean RSSI", unit: "dBm", real: nil,
        synthetic: ofMeans, source: source, wanted: mean - 2...mean + 2),
      try SignalFigure(
        signal: "beacon", situation: situation, quantity: "SD of RSSI", unit: "dB", real: nil,
        synthetic: ofSpreads, source: source, wanted: spread - 1.5...spread + 1.5),
    ]
    means.append(SIMD2(distance, RadioStudyMath.median(ofMeans) ?? 0))
    spreads.append(SIMD2(distance, RadioStudyMath.median(ofSpreads) ?? 0))
  }
  comparison.figures.append(
    try SignalFigure(
      signal: "beacon", situation: "line of sight indoors, 1 to 16 m", quantity: "packets lost",
      unit: "%", real: nil, synthetic: lost, source: source, wanted: 13...40))
  func plot(_ what: String, _ wanted: [SIMD2<Double>], _ made: [SIMD2<Double>], _ unit: String) {
    comparison.plots.append(
      SignalPlot(
        signal: "beacon", title: "\(what) at four distances", xLabel: "distance, m",
        yLabel: unit, hasLogX: true,
        series: [
          .init("measured", .real, wanted), .init("synthetic", .synthetic, made),
        ],
        caption: "A beacon in line of sight indoors, as \(source) measured it and in synthetic "
          + "rooms. Weak packets are lost, so spreads shrink at large distances."))
  }
  plot("Mean RSSI", anchors.map { SIMD2($0.0, $0.1) }, means, "dBm")
  plot("SD of RSSI", anchors.map { SIMD2($0.0, $0.2) }, spreads, "dB")
}

/// RSSI of phones at four positions at a distance in each of some rooms, and the packet loss rate.
private func strengths(
  at distance: Double, rooms: Range<UInt64>
) throws -> (strengths: [Double], lost: Double) {
  var parameters = ValidationModels.beacons
  // The paper's readings are of one phone.
  parameters.phoneOffset = false
  var strengths: [Double] = []
  for seed in rooms {
    // At about the phone's height, on a table or a stand.
    let height = 0.75 + 0.13 * Double(seed % 11)
    let beacon = RadioStudyPlaces.beacon(
      number: Int(seed), at: [0, 0, height], power: -63.5, interval: 0.1)
    let venue = try RadioStudyPlaces.room(beacons: [beacon])
    let surroundings = BeaconSurroundings(
      venue, propagation: ValidationModels.propagation(in: venue), parameters: parameters,
      seed: seed)
    for turn in 0..<4 {
      let angle = 0.5 * .pi * Double(turn) + Double(seed)
      let place = Trajectory(
        along: [[distance * cos(angle), distance * sin(angle), 0]], speed: 1, doing: .standing,
        placement: .table, level: 0)
      var receiver = BeaconReceiver(
        parameters, in: surroundings, for: SignalReceiver(seed: seed, device: seed))
      var received: [BeaconAdvertisement] = []
      receiver.received(along: place, from: .start, to: SimTime(seconds: 8), into: &received)
      strengths += received.map(\.rssiDecibelMilliwatts)
    }
  }
  // One advertising event every 105 ms.
  let sent = Double(rooms.count) * 4 * 8 / 0.105
  return (strengths, 1 - Double(strengths.count) / sent)
}
