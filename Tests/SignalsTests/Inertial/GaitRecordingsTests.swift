import Glibc
import Kernel
import Observations
import Signals
import Testing
import Truth

/// Statistics of real recordings of a gait: the 10th and 90th percentile of 5 s windows.
///
/// Accelerations are in m/s², the step rate in Hz, turning in rad/s. The statistics are those of
/// ``GaitStatistics`` over steady windows of the named public data sets, at 50 Hz.
struct Recorded: Sendable, CustomTestStringConvertible {
  let placement: Placement
  let doing: Doing
  /// Speed at which the model has the recorded step rate, in m/s.
  let speed: Double
  let stepRate: ClosedRange<Double>
  let vertical: [ClosedRange<Double>]
  let horizontal: ClosedRange<Double>
  let above10Hz: ClosedRange<Double>
  let turning: ClosedRange<Double>?

  init(
    _ placement: Placement, _ doing: Doing, speed: Double, stepRate: ClosedRange<Double>,
    vertical: [ClosedRange<Double>], horizontal: ClosedRange<Double>,
    above10Hz: ClosedRange<Double>, turning: ClosedRange<Double>? = nil
  ) {
    self.placement = placement
    self.doing = doing
    self.speed = speed
    self.stepRate = stepRate
    self.vertical = vertical
    self.horizontal = horizontal
    self.above10Hz = above10Hz
    self.turning = turning
  }

  /// Number of simulated people.
  let people = 24

  var testDescription: String { "\(doing) \(placement)" }

  static let all = [
    // MotionSense, Oxford, WISDM, Matey-Sanz et al.
    Recorded(
      .frontPocket, .walking, speed: 1.4, stepRate: 1.81...2.24,
      vertical: [
        0.34...1.66, 2.83...6.42, 1.61...4.11, 0.78...2.90,
        0.27...2.33, 0.33...1.34, 0.33...2.60, 0.35...2.86,
      ],
      horizontal: 2.75...6.10, above10Hz: 0.087...0.263, turning: 2.44...2.91),
    // Oxford, 1 person.
    Recorded(
      .backPocket, .walking, speed: 1.38, stepRate: 1.86...1.94,
      vertical: [
        0.41...0.54, 1.50...2.07, 1.36...2.01, 0.77...1.22,
        1.22...1.72, 1.03...1.96, 1.15...1.81, 1.36...2.13,
      ],
      horizontal: 3.10...3.53, above10Hz: 0.092...0.156),
    // Oxford, 1 person.
    Recorded(
      .handSwinging, .walking, speed: 1.31, stepRate: 1.82...1.89,
      vertical: [
        0.69...1.22, 1.91...2.35, 0.20...0.63, 0.18...0.57,
        0.07...0.34, 0.25...0.53, 0.03...0.20, 0.08...0.22,
      ],
      horizontal: 2.10...2.54, above10Hz: 0.006...0.017),
    // Oxford, Indoor Location Competition 2.0, IPIN 2023.
    Recorded(
      .handTexting, .walking, speed: 1.24, stepRate: 1.53...2.07,
      vertical: [
        0.06...0.56, 0.90...3.33, 0.08...0.65, 0.10...1.28,
        0.05...0.45, 0.09...0.65, 0.03...0.32, 0.07...0.57,
      ],
      horizontal: 0.94...2.06, above10Hz: 0.001...0.046, turning: 0.34...1.06),
    // Oxford, 1 person.
    Recorded(
      .bag, .walking, speed: 1.63, stepRate: 2.00...2.09,
      vertical: [
        0.28...0.52, 2.73...3.43, 0.13...0.75, 0.24...0.93,
        0.15...0.63, 0.20...0.71, 0.09...0.40, 0.32...0.87,
      ],
      horizontal: 2.82...4.13, above10Hz: 0.034...0.131),
    // MotionSense, WISDM.
    Recorded(
      .frontPocket, .running, speed: 2.8, stepRate: 2.52...2.77,
      vertical: [
        0.90...3.17, 8.77...14.94, 2.45...10.28, 1.44...5.41,
        1.19...4.39, 0.57...3.39, 0.70...4.40, 0.21...2.51,
      ],
      horizontal: 5.12...13.51, above10Hz: 0.122...0.245, turning: 3.61...4.79),
    // MotionSense.
    Recorded(
      .frontPocket, .stairsUp, speed: 0.42, stepRate: 1.28...1.87,
      vertical: [
        1.24...3.14, 1.72...3.43, 0.30...1.41, 0.47...1.72,
        0.11...0.96, 0.31...1.02, 0.17...0.92, 0.22...0.90,
      ],
      horizontal: 3.63...5.11, above10Hz: 0.055...0.140, turning: 2.12...2.73),
    // MotionSense.
    Recorded(
      .frontPocket, .stairsDown, speed: 0.5, stepRate: 1.38...2.08,
      vertical: [
        0.18...0.91, 1.22...5.44, 0.35...1.46, 0.52...2.94,
        0.29...1.20, 0.31...2.95, 0.21...1.71, 0.50...2.14,
      ],
      horizontal: 3.59...5.17, above10Hz: 0.083...0.220, turning: 1.97...2.44),
  ]
}

struct GaitRecordingsTests {
  private static let hertz = 50.0

  private func windows(_ recorded: Recorded) -> [[GaitStatistics]] {
    (0..<recorded.people).map { person in
      var draws = RandomStream(seed: 9, entity: UInt64(person), purpose: "people")
      let gait = Gait(
        walkRatio: 0.0065 + 0.0004 * draws.gaussian(),
        runningRate: 2.63 + 0.1 * draws.gaussian())
      let walk = InertialWalk(
        placement: recorded.placement, doing: recorded.doing,
        speed: recorded.speed * exp(0.06 * draws.gaussian()), seconds: 45,
        device: UInt64(person), gait: gait)
      let readings = walk.readings()
      let strides =
        recorded.doing == .running ? GaitStatistics.runningStrides : GaitStatistics.walkingStrides
      return (1..<8).compactMap { number -> GaitStatistics? in
        let range = number * 250..<(number + 1) * 250
        return GaitStatistics(
          force: readings.accelerometer[range].map(\.vector),
          turning: readings.gyroscope[range].map(\.vector), hertz: Self.hertz, strides: strides)
      }.filter(\.isSteady)
    }
  }

  private func median(_ values: [Double]) -> Double {
    values.isEmpty ? .nan : values.sorted()[values.count / 2]
  }

  @Test(arguments: Recorded.all) func gaitMatchesRecordings(recorded: Recorded) {
    let people = windows(recorded)
    let all = people.flatMap { $0 }
    #expect(all.count > 100)
    func check(_ what: String, _ range: ClosedRange<Double>, _ value: (GaitStatistics) -> Double) {
      let found = median(all.map(value))
      #expect(range.contains(found), "\(what): \(found) is not in \(range)")
    }
    check("step rate", recorded.stepRate) { $0.stepRate }
    for k in 0..<8 { check("vertical \(k + 1)", recorded.vertical[k]) { $0.vertical[k] } }
    check("horizontal", recorded.horizontal) { $0.horizontalRMS }
    check("above 10 Hz", recorded.above10Hz) { $0.shareAbove10Hz ?? .nan }
    if let turning = recorded.turning { check("turning", turning) { $0.turningRMS ?? .nan } }
  }

  /// Between the people of MotionSense, Oxford and the Indoor Location Competition, the step's amplitude in
  /// one placement varies by 20 to 60 %, over all speeds.
  @Test(arguments: Recorded.all) func amplitudeVariesBetweenPeople(recorded: Recorded) {
    let medians = windows(recorded).map { median($0.map { log($0.vertical[1]) }) }
      .filter { !$0.isNaN }
    let mean = medians.reduce(0, +) / Double(medians.count)
    let spread = (medians.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(medians.count))
      .squareRoot()
    #expect(spread > 0.12 && spread < 0.6, "\(spread)")
  }
}
