import Glibc
import Kernel
import Numerics
import Observations
package import Recordings
package import Scoring
import Signals
import Truth

/// Comparison of motion sensor readings with those of the simulated twins.
package enum MotionTwin {
  /// Lags of the autocorrelation, in s.
  private static let lags = [0.1, 0.5, 1.0]
  /// Min number of windows of an activity.
  private static let minimum = 4

  /// Compares accelerometer windows by activity; adds nothing without readings.
  ///
  /// - Parameters:
  ///   - real: The recording.
  ///   - twins: Its twins.
  ///   - comparison: Receives the figures and plots.
  /// - Throws: An error of a statistic.
  package static func compare(
    _ real: Recording, with twins: [Recording], into comparison: inout TwinComparison
  ) throws {
    let own = Run(real)
    guard !own.windows.isEmpty else { return }
    let made = twins.map(Run.init)
    for doing in [TrueActivity.walking, .running, .stationary, .cycling, .automotive, .other] {
      let windows = own.windows[doing] ?? []
      guard windows.count >= minimum else { continue }
      let others = made.map { $0.windows[doing] ?? [] }
      guard !others.contains(where: \.isEmpty) else { continue }
      comparison.figures += try figures(doing, windows, others)
      comparison.plots.append(
        SignalPlot.distributions(
          signal: "motion", title: "\(doing.rawValue): the force about its mean", xLabel: "m/s²",
          real: windows.flatMap(\.magnitudes),
          synthetic: others.flatMap { $0.flatMap(\.magnitudes) },
          caption: "The magnitude of the specific force in windows of 5 s; the twins together."))
    }
  }

  private static func figures(
    _ doing: TrueActivity, _ real: [MotionWindow], _ twins: [[MotionWindow]]
  ) throws -> [TwinFigure] {
    var figures = TwinFigures(signal: doing.rawValue)
    func compare(
      _ quantity: String, _ unit: String, distribution: Bool = false,
      of part: (MotionWindow) -> Double?, _ figure: ([Double]) throws -> Double?
    ) throws {
      try figures.add(
        quantity, unit, real: real.compactMap(part), twins: twins.map { $0.compactMap(part) },
        distribution: distribution, figure)
    }
    let median = { (values: [Double]) throws -> Double? in try quantile(0.5, of: values) }
    try compare("force about its mean, RMS", "m/s2", distribution: true, of: \.magnitudeRMS, median)
    for share in [0.1, 0.9] {
      try compare(
        "force about its mean, RMS, p\(Int(share * 100))", "m/s2", of: \.magnitudeRMS
      ) { try quantile(share, of: $0) }
    }
    for lag in lags {
      try compare(
        "force, autocorrelation after \(lag) s", "", of: { $0.autocorrelation(lag: lag) }, median)
    }
    guard doing == .walking || doing == .running else { return figures.all }
    let strides =
      doing == .walking ? GaitStatistics.walkingStrides : GaitStatistics.runningStrides
    func gait(_ part: @escaping (GaitStatistics) -> Double?) -> (MotionWindow) -> Double? {
      { $0.gait(strides).flatMap(part) }
    }
    try compare("steps a second", "1/s", distribution: true, of: gait(\.stepRate), median)
    for number in 1...4 {
      try compare(
        "along gravity, harmonic \(number) of the stride", "m/s2",
        of: gait { $0.vertical.indices.contains(number - 1) ? $0.vertical[number - 1] : nil },
        median)
    }
    try compare("along gravity, RMS", "m/s2", distribution: true, of: gait(\.verticalRMS), median)
    try compare(
      "across gravity, RMS", "m/s2", distribution: true, of: gait(\.horizontalRMS), median)
    try compare("share above 10 Hz", "share", of: gait(\.shareAbove10Hz), median)
    try compare("share of the harmonics", "share", of: gait(\.explained), median)
    try compare("angular velocity, RMS", "rad/s", of: gait(\.turningRMS), median)
    return figures.all
  }

  /// One recording's windows of 5 s with a constant activity, by activity.
  private struct Run {
    private(set) var windows: [TrueActivity: [MotionWindow]] = [:]

    init(_ recording: Recording) {
      let truth = RecordedTruth(recording.truth)
      let force = recording.observations.flatMap { delivered -> [InertialSample] in
        if case .accelerometer(let batch) = delivered.item { batch.samples } else { [] }
      }
      let turning = recording.observations.flatMap { delivered -> [InertialSample] in
        if case .gyroscope(let batch) = delivered.item { batch.samples } else { [] }
      }
      let isCounted = recording.truth.contains { $0.known.contains(.steps) }
      for (time, window) in MotionWindow.timed(force, turning: turning) {
        guard
          let doing = Self.doing(
            truth, from: time, until: time + .seconds(MotionWindow.seconds), isCounted: isCounted)
        else { continue }
        windows[doing, default: []].append(window)
      }
    }

    /// The activity throughout a window; derived from the steps if only these are known.
    private static func doing(
      _ truth: RecordedTruth?, from start: SimTime, until end: SimTime, isCounted: Bool
    ) -> TrueActivity? {
      guard let first = truth?.sample(at: start), let last = truth?.sample(at: end) else {
        return nil
      }
      if first.known.contains(.activity) {
        guard last.known.contains(.activity), first.activity == last.activity else { return nil }
        return first.activity
      }
      guard isCounted, first.known.contains(.steps), last.known.contains(.steps) else { return nil }
      let steps = last.stepCount - first.stepCount
      return steps == 0 ? .stationary : Double(steps) > MotionWindow.seconds ? .walking : nil
    }
  }
}

extension MotionWindow {
  /// The RMS of the magnitude about its mean, in m/s².
  fileprivate var magnitudeRMS: Double? {
    let values = magnitudes
    guard !values.isEmpty else { return nil }
    return (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
  }

  /// The autocorrelation of the magnitude at a lag in s; nil for a constant magnitude.
  fileprivate func autocorrelation(lag: Double) -> Double? {
    let (values, shift) = (magnitudes, Int((lag * hertz).rounded()))
    let square = values.reduce(0) { $0 + $1 * $1 }
    guard shift < values.count, square > 0 else { return nil }
    let sum = zip(values, values.dropFirst(shift)).reduce(0) { $0 + $1.0 * $1.1 }
    return sum / square * Double(values.count) / Double(values.count - shift)
  }
}
