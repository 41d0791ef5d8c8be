import Formats
import Geometry
import Glibc
import Kernel
import Observations
import Scoring
import Signals
import Truth
import Venues

/// The reception of one beacon by a phone at a point and orientation.
private struct OfficeCell {
  var beacon: Int
  var point: Vec2
  var distance: Double
  /// In dBm; nil without reception, or with fewer than three rows of a recording.
  var mean: Double?
  /// SD of the RSSI, in dB.
  var spread: Double = 0
}

/// Statistics of the cells of offices.
private struct OfficeMeasures {
  var slopes: [Double] = [], atMetre: [Double] = [], rests: [Double] = [], turns: [Double] = []
  var within: [Double] = []
  var points: [SIMD2<Double>] = []
  /// Share of cells with reception, by distance.
  var received: [SIMD2<Double>] = []

  /// Evaluates offices, each with one phone; distances of the fitted line are at least 1 m.
  init(_ offices: [[OfficeCell]]) {
    var bins = [SIMD2<Double>](repeating: .zero, count: 20)
    for cells in offices {
      var mine: [SIMD2<Double>] = []
      var means: [Int: [Vec2: [Double]]] = [:]
      for cell in cells {
        let bin = min(19, Int(cell.distance / 2))
        bins[bin] += SIMD2(1, cell.mean == nil ? 0 : 1)
        guard let mean = cell.mean else { continue }
        within.append(cell.spread)
        mine.append(SIMD2(log10(max(1, cell.distance)), mean))
        points.append(SIMD2(max(0.5, cell.distance), mean))
        means[cell.beacon, default: [:]][cell.point, default: []].append(mean)
      }
      if let line = RadioStudyMath.line(mine) {
        slopes.append(-line.slope / 10)
        atMetre.append(line.atZero)
        rests.append(RadioStudyMath.moments(line.rest).spread)
      }
      for (_, places) in means.sorted(by: { $0.key < $1.key }) {
        let four = places.filter { $0.value.count == 4 }
        turns += four.values.map { RadioStudyMath.moments($0).spread }.sorted()
      }
    }
    received = bins.enumerated().filter { $0.element.x >= 20 }
      .map { SIMD2(2 * Double($0.offset) + 1, $0.element.y / $0.element.x) }
  }
}

/// Compares the fingerprints of an office with simulated offices with beacons at the same positions.
func compareOffice(_ data: ValidationData, _ comparison: inout SignalComparison) throws {
  let folder = ValidationSet.openHPS.rawValue
  guard let list = data.files(under: folder, suffix: "beacons.csv").first else {
    comparison.gaps.append("Beacons in an office: no beacons.csv in the folder")
    return
  }
  let beacons = try OpenHPSBeacons.read(try data.bytes(list), file: list).rows
  let files =
    data.files(under: folder, suffix: "ble_fingerprints.csv.gz")
    + data.files(under: folder, suffix: "ble_fingerprints.csv")
  var recorded: [[OfficeCell]] = []
  for file in files {
    let table = try OpenHPSFingerprints.read(try data.bytes(file), file: file)
    recorded.append(cells(table, beacons))
  }
  // The points are those of the recordings.
  var points: [Vec2] = []
  for point in recorded.joined().map(\.point) where !points.contains(point) {
    points.append(point)
  }
  guard !points.isEmpty else { return }
  let made = try (1...8 as ClosedRange<UInt64>).map {
    try simulatedOffice(points, beacons.map { Vec2($0.x, $0.y) }, seed: $0)
  }
  try reportOffice(OfficeMeasures(recorded), OfficeMeasures(made), &comparison)
}

/// The cells of a fingerprint table.
private func cells(
  _ table: OpenHPSFingerprints, _ beacons: [OpenHPSBeacons.Row]
) -> [OfficeCell] {
  struct MeasuringPose: Hashable {
    var point: Vec2
    var orientation: Double
  }
  var rows: [MeasuringPose: [Int]] = [:]
  var stands: [MeasuringPose] = []
  for (number, row) in table.rows.enumerated() {
    let stand = MeasuringPose(point: [row.x, row.y], orientation: row.orientationDegrees)
    if rows[stand] == nil { stands.append(stand) }
    rows[stand, default: []].append(number)
  }
  return stands.flatMap { stand in
    beacons.enumerated().compactMap { number, beacon in
      guard let column = table.transmitters.firstIndex(of: beacon.name) else { return nil }
      let received = (rows[stand] ?? []).compactMap { table.strength(row: $0, transmitter: column) }
      return OfficeCell(
        beacon: number, point: stand.point,
        distance: stand.point.distance(to: [beacon.x, beacon.y]),
        mean: received.count >= 3 ? RadioStudyMath.moments(received).mean : nil,
        spread: RadioStudyMath.moments(received).spread)
    }
  }
}

/// Simulates the cells of a phone in an office, both with one seed.
///
/// The recorded readings of a stay hardly differ: the phone received one channel, like a scanner that
/// restarts at each stay and listens for four seconds to the first channel. The beacons' power is unknown;
/// -64 dBm at 1 m, with a deviation of 3 dB, has about the same range.
///
/// - Parameters:
///   - points: Positions of the phone.
///   - places: Positions of the beacons.
///   - seed: Seed of the office and the phone.
/// - Returns: The cells.
/// - Throws: An error for invalid geometry.
private func simulatedOffice(
  _ points: [Vec2], _ places: [Vec2], seed: UInt64
) throws -> [OfficeCell] {
  let all = points + places
  let low = all.reduce(points[0]) { pointwiseMin($0, $1) } - Vec2(2, 2)
  let high = all.reduce(points[0]) { pointwiseMax($0, $1) } + Vec2(2, 2)
  var draw = RandomStream(seed: seed, purpose: "study.office")
  let beacons = places.enumerated().map {
    RadioStudyPlaces.beacon(
      number: $0, at: Vec3($1, 2), power: -64 + 3 * draw.gaussian(), interval: 0.5)
  }
  let venue = try RadioStudyPlaces.office(beacons: beacons, low: low, high: high)
  var parameters = ValidationModels.beacons
  parameters.profile = .lowLatency
  let surroundings = BeaconSurroundings(
    venue, propagation: ValidationModels.propagation(in: venue), parameters: parameters, seed: seed)
  var cells: [OfficeCell] = []
  for point in points {
    for turn in 0..<4 {
      var receiver = BeaconReceiver(
        parameters, in: surroundings, for: SignalReceiver(seed: seed, device: seed))
      let standing = Trajectory(
        along: [Vec3(point, 0)], speed: 1, doing: .standing, placement: .handTexting, level: 0,
        heading: 0.5 * .pi * Double(turn))
      var received: [BeaconAdvertisement] = []
      receiver.received(along: standing, from: .start, to: SimTime(seconds: 4), into: &received)
      var byBeacon = [[Double]](repeating: [], count: places.count)
      for item in received { byBeacon[Int(item.identity.minor)].append(item.rssiDecibelMilliwatts) }
      for (number, mine) in byBeacon.enumerated() {
        cells.append(
          OfficeCell(
            beacon: number, point: point, distance: point.distance(to: places[number]),
            mean: mine.isEmpty ? nil : RadioStudyMath.moments(mine).mean,
            spread: RadioStudyMath.moments(mine).spread))
      }
    }
  }
  return cells
}

private func reportOffice(
  _ real: OfficeMeasures, _ made: OfficeMeasures, _ comparison: inout SignalComparison
) throws {
  let source = ValidationSet.openHPS.rawValue
  func report(
    _ quantity: String, _ unit: String, _ values: KeyPath<OfficeMeasures, [Double]>,
    margin: Double?
  ) throws {
    let found = RecordedValues(byRecording: [real[keyPath: values]])
    let synthetic = made[keyPath: values]
    guard !synthetic.isEmpty else { return }
    comparison.figures.append(
      try SignalFigure(
        signal: "beacon", situation: "standing in an office, phone in the hand",
        quantity: quantity, unit: unit, real: found, synthetic: synthetic, source: source,
        wanted: margin.flatMap { RadioStudyMath.around(found.values, margin: $0) }))
  }
  // One phone in one office: its figures, with a margin for others. The beacons' power and the phone's RSSI
  // offset are unknown.
  try report("line of RSSI over log distance, at 1 m", "dBm", \.atMetre, margin: 8)
  try report("exponent of the line", "", \.slopes, margin: 0.5)
  try report("spread about the line", "dB", \.rests, margin: 1)
  try report("spread in a stay", "dB", \.within, margin: nil)
  try report("spread between four orientations", "dB", \.turns, margin: nil)
  comparison.plots += [
    SignalPlot(
      signal: "beacon", title: "RSSI and distance in an office", xLabel: "distance, m",
      yLabel: "mean RSSI of a point and orientation, dBm", hasLogX: true,
      series: [
        .init("synthetic", .synthetic, thinned(made.points, to: 900), mark: .points),
        .init("real", .real, thinned(real.points, to: 900), mark: .points),
      ],
      caption:
        "Eleven beacons from all points and four orientations, \(source); the same positions "
        + "in synthetic offices. The cloud is wide: one reading hardly determines the distance."),
    SignalPlot(
      signal: "beacon", title: "Received or not in an office", xLabel: "distance, m",
      yLabel: "share of points and orientations",
      series: [
        .init("real", .real, real.received), .init("synthetic", .synthetic, made.received),
      ],
      caption: "Share of positions where a beacon is received, \(source). The range depends on "
        + "the beacons' power, which is unknown, and on the office's walls."),
    .distributions(
      signal: "beacon", title: "Turning round in an office",
      xLabel: "SD between four orientations, dB", real: real.turns, synthetic: made.turns,
      caption: "A point's means of four orientations, \(source): the body's shadow, and the "
        + "phone that moves as its carrier turns."),
  ]
}

/// Every n-th point, for at most about `most` points.
private func thinned(_ points: [SIMD2<Double>], to maximum: Int) -> [SIMD2<Double>] {
  let step = max(1, points.count / maximum)
  return stride(from: 0, to: points.count, by: step).map { points[$0] }
}
