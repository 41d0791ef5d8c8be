import Formats
import Kernel
import Numerics
import Observations
import Scoring

/// Comparison of two phones' barometers in a museum with synthetic ones sampled at the same times.
enum AirStudy {
  private static let signal = "barometer"
  private static let seeds: UInt64 = 20
  private static let source = ValidationSet.ipin2023.source

  /// A recording: its readings and the surveyed points passed.
  private struct Walk {
    var phone: String
    var trace: AirStudyTrace
    var points: [(time: Double, floor: Int)]
    var floors: Set<Int> { Set(points.map(\.floor)) }
  }

  static func run(_ data: ValidationData, _ comparison: inout SignalComparison) throws {
    let names = data.files(under: ValidationSet.ipin2023.rawValue + "/logfiles", suffix: ".txt.gz")
    let walks = try names.compactMap { name -> Walk? in
      let read = try GetSensorData.read(data.bytes(name), file: name)
      guard let first = read.barometer.first?.time else { return nil }
      return Walk(
        phone: read.model,
        trace: AirStudyTrace(
          times: read.barometer.map { ($0.time - first).seconds },
          pascals: read.barometer.map(\.pressurePascals)),
        points: read.truth.map { (($0.time - first).seconds, $0.floor) })
    }
    let houses = try (1...seeds).map { try AirStudyHouse(seed: $0) }
    try addNoise(walks.filter { $0.floors.count == 1 }, houses, &comparison)
    try addOffset(walks.filter { $0.floors.count == 1 }, houses, &comparison)
    try addFloors(walks.filter { $0.floors.count > 1 }, houses, &comparison)
  }

  /// On one floor, standing and walking.
  private static func addNoise(
    _ walks: [Walk], _ houses: [AirStudyHouse], _ comparison: inout SignalComparison
  ) throws {
    let figures = StudyFigures(signal: signal, situation: "on one floor", source: source)
    let real = walks.map(\.trace)
    let synthetic = walks.enumerated().flatMap { number, walk in
      houses.map {
        $0.trace(
          device: UInt64(number + 1), floor: walk.floors.first ?? 0, times: walk.trace.times)
      }
    }
    // Only one of the phones samples at 10 Hz.
    let quick = { (traces: [AirStudyTrace]) in traces.compactMap { $0.change(over: 0.1) } }
    try figures.add(
      "noise from reading to reading, 0.1 s apart", unit: "Pa", real: quick(real),
      synthetic: quick(synthetic), wanted: 0.4...0.55, to: &comparison)
    try figures.add(
      "SD within 20 s, trend taken out", unit: "Pa",
      real: RecordedValues(byRecording: real.map(\.ripples)),
      synthetic: synthetic.flatMap(\.ripples), to: &comparison)
    for width in [1.0, 10, 30, 60] {
      try figures.add(
        "Allan deviation over \(Int(width)) s", unit: "Pa",
        real: real.compactMap { $0.allanDeviation(over: width) },
        synthetic: synthetic.compactMap { $0.allanDeviation(over: width) }, to: &comparison)
    }
    comparison.plots.append(
      .distributions(
        signal: signal, title: "Fluctuation within 20 s", xLabel: "SD, trend taken out (Pa)",
        real: real.flatMap(\.ripples), synthetic: synthetic.flatMap(\.ripples),
        caption: "A storey is 40 Pa: 25 times the scatter of a barometer's readings. Two Samsung "
          + "phones in a museum (IPIN 2023, track 3)."))
    try addCurves(real, synthetic, &comparison)
    if let one = real.first, let other = synthetic.first {
      comparison.plots.append(
        SignalPlot(
          signal: signal, title: "Two minutes on one floor", xLabel: "time (s)",
          yLabel: "pressure above its mean (Pa)",
          series: [
            SignalPlot.Series("real", .real, sample(one)),
            SignalPlot.Series("synthetic", .synthetic, sample(other)),
          ],
          caption: "Noise that the chip smooths within a second, on slow weather and doors "
            + "(IPIN 2023, track 3)."))
    }
  }

  private static func sample(_ trace: AirStudyTrace) -> [SIMD2<Double>] {
    let kept = zip(trace.times, trace.pascals).filter { $0.0 < 120 }
    let mean = StudyNumbers.mean(kept.map(\.1)) ?? 0
    return kept.map { SIMD2($0.0, $0.1 - mean) }
  }

  private static func addCurves(
    _ real: [AirStudyTrace], _ synthetic: [AirStudyTrace], _ comparison: inout SignalComparison
  ) throws {
    let widths = [0.5, 1, 2, 3, 5, 10, 20, 30, 45, 60]
    let lags = [0.1, 0.2, 0.3, 0.5, 1, 2, 3, 5, 10, 20]
    for (title, label, axis, places, value) in [
      (
        "Allan deviation on one floor", "Allan deviation (Pa)", "averaged over (s)", widths,
        { (trace: AirStudyTrace, width: Double) in trace.allanDeviation(over: width) }
      ),
      (
        "Change of readings with time", "SD of differences / √2 (Pa)", "time apart (s)", lags,
        { (trace: AirStudyTrace, lag: Double) in trace.change(over: lag) }
      ),
    ] {
      let lines = real.enumerated().map { number, trace in
        SignalPlot.Series(
          "recording \(number + 1)", .real,
          places.compactMap { place in value(trace, place).map { SIMD2(place, $0) } })
      }
      let made = places.map { place in synthetic.compactMap { value($0, place) } }
      comparison.plots.append(
        SignalPlot(
          signal: signal, title: title, xLabel: axis, yLabel: label, hasLogX: true, hasLogY: true,
          series: lines + (try StudyNumbers.band(made, at: places)),
          caption: "Noise averages out over ten seconds; then weather and the building's air take "
            + "over, and days differ. Four recordings of IPIN 2023, track 3."))
    }
  }

  /// Two phones on one floor, hours apart.
  private static func addOffset(
    _ walks: [Walk], _ houses: [AirStudyHouse], _ comparison: inout SignalComparison
  ) throws {
    var real: [Double] = []
    for (number, walk) in walks.enumerated() {
      for other in walks[(number + 1)...]
      where other.phone != walk.phone && other.floors == walk.floors {
        guard let a = StudyNumbers.mean(walk.trace.pascals),
          let b = StudyNumbers.mean(other.trace.pascals)
        else { continue }
        real.append(abs(a - b))
      }
    }
    let times = (0..<100).map(Double.init)
    let synthetic = houses.flatMap { house in
      (0..<5 as Range<UInt64>).compactMap { pair -> Double? in
        let one = house.trace(device: 2 * pair + 1, floor: 0, times: times)
        let two = house.trace(device: 2 * pair + 2, floor: 0, times: times, delay: 7200)
        guard let a = StudyNumbers.mean(one.pascals), let b = StudyNumbers.mean(two.pascals)
        else { return nil }
        return abs(a - b)
      }
    }
    // The recordings' authors measured an offset of 40 to 50 Pa between these phones; the weather adds to it.
    try StudyFigures(
      signal: signal, situation: "two phones on one floor, two hours apart", source: source
    ).add(
      "difference of their means", unit: "Pa", real: real, synthetic: synthetic, wanted: 35...75,
      to: &comparison)
  }

  /// Between floors.
  private static func addFloors(
    _ walks: [Walk], _ houses: [AirStudyHouse], _ comparison: inout SignalComparison
  ) throws {
    let real = walks.flatMap { walk in Self.steps(walk.points) { _ in walk.trace } }
    let synthetic = walks.flatMap { walk in
      houses.map { house in
        let floors = walk.floors.sorted()
        let traces = floors.map { house.trace(device: 1, floor: $0, times: walk.trace.times) }
        return Self.steps(walk.points) { floor in
          floors.firstIndex(of: floor).map { traces[$0] }
        }
      }
    }
    let figures = StudyFigures(signal: signal, situation: "between two floors", source: source)
    // The museum's storey height is unknown: 2.2 to 4 m at 11.6 Pa/m.
    try figures.add(
      "difference of pressure (synthetic: 3.3 m)", unit: "Pa", real: real.map(\.pascals),
      synthetic: synthetic.flatMap { $0.map(\.pascals) }, wanted: 25...46, to: &comparison)
    try figures.add(
      "how far one floor's difference is from its mean", unit: "Pa", real: Self.scatter(real),
      synthetic: synthetic.flatMap(Self.scatter), to: &comparison)
  }

  /// The pressure difference of each passage between adjacent floors, downwards positive.
  private static func steps(
    _ points: [(time: Double, floor: Int)], _ trace: (Int) -> AirStudyTrace?
  ) -> [(upper: Int, pascals: Double)] {
    zip(points, points.dropFirst()).compactMap { from, to in
      guard abs(from.floor - to.floor) == 1,
        let a = trace(from.floor)?.level(at: from.time, within: 1.5),
        let b = trace(to.floor)?.level(at: to.time, within: 1.5)
      else { return nil }
      return (max(from.floor, to.floor), (b - a) * Double(from.floor - to.floor))
    }
  }

  private static func scatter(_ steps: [(upper: Int, pascals: Double)]) -> [Double] {
    steps.compactMap { step in
      let own = steps.filter { $0.upper == step.upper }.map(\.pascals)
      guard own.count > 1, let mean = StudyNumbers.mean(own) else { return nil }
      return abs(step.pascals - mean)
    }
  }
}
