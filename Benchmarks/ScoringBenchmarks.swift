import Kernel
import Observations
import Scoring
import Truth

/// Scoring; one operation is one location, scored by all metrics of locations.
let scoringBenchmarks: [Benchmark] = [
  Benchmark("scoring.location", operations: 200_000) {
    { UInt64(scoreManyFixes(200_000).rows.count) }
  }
]

/// `benchmarks scoring [--fixes N]`: scores and pools ten million locations at 1 Hz.
///
/// - Parameter arguments: The arguments after the subcommand.
/// - Returns: The exit status.
func runScoring(_ arguments: [String]) -> Int32 {
  var count = 10_000_000
  if !arguments.isEmpty {
    guard arguments.count == 2, arguments[0] == "--fixes", let number = Int(arguments[1]),
      number >= 100
    else {
      print("usage: benchmarks scoring [--fixes N], N at least 100")
      return 2
    }
    count = number
  }
  let start = monotonicNanoseconds()
  let pool = scoreManyFixes(count)
  let seconds = (monotonicNanoseconds() - start) * 1e-9
  for row in pool.rows where row.metric.name == "horizontal_error" {
    print("\(row.metric.name).\(row.statistic.rawValue) \(row.value) m, n \(row.count)")
  }
  print("\(count) locations in \(decimal(seconds, 2)) s")
  return 0
}

/// Scores and pools random locations of a hundred devices, at 1 Hz.
///
/// All kinds of truth for locations are known: position, altitude, floor and velocity.
private func scoreManyFixes(_ count: Int) -> ScenarioPool {
  let devices = 100
  var pool = ScenarioPool()
  for device in 0..<devices {
    let fixes = count / devices
    let input = ScoringInput(
      device: "d\(device)", outputs: [],
      truth: { time in
        TruthSample(
          time: time,
          coordinate: Coordinate(
            latitudeDegrees: 47 + time.seconds * 1e-7, longitudeDegrees: 8),
          altitudeMetres: 400, floor: 0, eastVelocityMetresPerSecond: 0.1,
          northVelocityMetresPerSecond: 1.1, activity: .walking, stepCount: Int(time.seconds),
          distanceMetres: time.seconds)
      }, changes: [], duration: .seconds(Double(fixes)), power: [])
    var scorer = DeviceScorer(input, keepsRows: false)
    // A cheap generator (xorshift) is sufficient: only the spread of the errors matters.
    var state = UInt64(device) &* 0x9E37_79B9_7F4A_7C15 | 1
    func draw() -> Double {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Double(Int64(bitPattern: state) >> 32) * (1 / 2_147_483_648.0)
    }
    for second in 1...fixes {
      let time = SimTime(nanoseconds: Int64(second) * 1_000_000_000)
      let coordinate = Coordinate(
        latitudeDegrees: 47 + time.seconds * 1e-7 + draw() * draw() * 2e-4,
        longitudeDegrees: 8 + draw() * draw() * 2e-4)
      scorer.add(
        Delivered(
          time: time,
          .location(
            LocationFix(
              time: time, coordinate: coordinate, horizontalAccuracyMetres: 5 + 4 * draw(),
              altitudeMetres: 400 + 5 * draw(), verticalAccuracyMetres: 4, floor: 0,
              source: .fused))))
    }
    pool.add(scorer.finish())
  }
  return pool
}
