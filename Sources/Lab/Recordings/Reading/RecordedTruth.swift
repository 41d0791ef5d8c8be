import Documents
package import Kernel
import Observations
package import Truth

/// The truth of a recording, interpolated between its samples.
package struct RecordedTruth: Sendable {
  private let samples: [TruthSample]

  /// Creates the truth from samples in order of time; nil if there is none.
  package init?(_ samples: [TruthSample]) {
    guard !samples.isEmpty else { return nil }
    self.samples = samples
  }

  /// The latest sample, with position, altitude, steps and distance interpolated linearly to the next.
  ///
  /// Only values that both samples know are interpolated; before the first sample nothing is known.
  package func sample(at time: SimTime) -> TruthSample {
    let low = count(upTo: time)
    guard low > 0 else { return TruthSample(unknownAt: time) }
    var sample = samples[low - 1]
    guard low < samples.count else { return sample }
    let next = samples[low]
    let common = sample.known.intersection(next.known)
    let share = (time - sample.time) / (next.time - sample.time)
    func blend(_ path: WritableKeyPath<TruthSample, Double>) {
      sample[keyPath: path] += share * (next[keyPath: path] - sample[keyPath: path])
    }
    // No interpolation across the antimeridian.
    let isRound =
      abs(next.coordinate.longitudeDegrees - sample.coordinate.longitudeDegrees) >= 180
    if isRound, common.contains(.position) { return sample }
    if common.contains(.position) {
      blend(\.coordinate.latitudeDegrees)
      blend(\.coordinate.longitudeDegrees)
    }
    if common.contains(.altitude) { blend(\.altitudeMetres) }
    if common.contains(.distance) { blend(\.distanceMetres) }
    if common.contains(.steps) {
      let steps = share * (Double(next.stepCount) - Double(sample.stepCount))
      sample.stepCount += Int(rounding: steps, in: 0...10_000_000) ?? 0
    }
    sample.time = time
    return sample
  }

  /// Number of samples no later than a time.
  private func count(upTo time: SimTime) -> Int { samples.partitioningIndex { $0.time > time } }

  /// The sample nearest in time, if it is within the limit.
  package func nearest(to time: SimTime, within limit: SimDuration) -> TruthSample? {
    let low = count(upTo: time)
    let sides = samples[max(0, low - 1)..<min(samples.count, low + 1)]
    let gap = { (sample: TruthSample) in abs((sample.time - time).seconds) }
    return sides.min { gap($0) < gap($1) }.flatMap { gap($0) <= limit.seconds ? $0 : nil }
  }
}
