import Kernel
import Numerics
import Observations
package import Recordings
package import Scoring

/// Comparison of barometer and magnetometer readings with those of the simulated twins.
package enum FieldTwin {
  /// Lags of the changes, in s.
  private static let lags = [1.0, 10]
  /// Min number of readings.
  private static let minimum = 50

  /// Compares pressure and magnetic field; adds nothing without readings.
  ///
  /// Both are compared relative to their means: the weather and a phone's own magnets aren't part of a model.
  ///
  /// - Parameters:
  ///   - real: The recording.
  ///   - twins: Its twins.
  ///   - comparison: Receives the figures and plots.
  /// - Throws: An error of a statistic.
  package static func compare(
    _ real: Recording, with twins: [Recording], into comparison: inout TwinComparison
  ) throws {
    for (name, unit, series) in [
      ("barometer", "Pa", TimedReadings.pressure), ("magnetic", "uT", TimedReadings.field),
    ] {
      let own = series(real)
      guard own.values.count >= minimum else { continue }
      let made = twins.map(series).filter { $0.values.count >= minimum }
      guard !made.isEmpty else { continue }
      var figures = TwinFigures(signal: name)
      try figures.add(
        name == "magnetic" ? "strength about its mean" : "about its mean", unit,
        own, made, of: \.centred, distribution: true, rootMeanSquare)
      for lag in lags {
        try figures.add(
          "change after \(Int(lag)) s", unit, own, made, of: { $0.changes(after: lag) },
          rootMeanSquare)
      }
      comparison.figures += figures.all
      comparison.plots.append(
        SignalPlot.distributions(
          signal: name, title: "\(name): about the mean of the way", xLabel: unit,
          real: own.centred, synthetic: made.flatMap(\.centred),
          caption: "All readings on the way; the twins together."))
    }
  }

  /// Readings and their times.
  private struct TimedReadings {
    private(set) var times: [SimTime] = []
    private(set) var values: [Double] = []

    static func pressure(_ recording: Recording) -> TimedReadings {
      var series = TimedReadings()
      for case .barometer(let sample) in recording.observations.map(\.item) {
        series.times.append(sample.time)
        series.values.append(sample.pressurePascals)
      }
      return series
    }

    /// The field strength, independent of the phone's attitude.
    static func field(_ recording: Recording) -> TimedReadings {
      var series = TimedReadings()
      for case .magnetometer(let batch) in recording.observations.map(\.item) {
        for sample in batch.samples {
          series.times.append(sample.time)
          series.values.append(
            Double((sample.x * sample.x + sample.y * sample.y + sample.z * sample.z).squareRoot()))
        }
      }
      return series
    }

    var centred: [Double] {
      let mean = values.reduce(0, +) / Double(max(1, values.count))
      return values.map { $0 - mean }
    }

    /// Changes of the readings over a time.
    func changes(after seconds: Double) -> [Double] {
      var (changes, before) = ([Double](), 0)
      for index in times.indices {
        while before + 1 < index, (times[index] - times[before + 1]).seconds >= seconds {
          before += 1
        }
        let apart = (times[index] - times[before]).seconds
        if apart >= seconds, apart < 1.5 * seconds {
          changes.append(values[index] - values[before])
        }
      }
      return changes
    }
  }
}
