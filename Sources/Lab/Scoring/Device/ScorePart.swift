import Kernel
import Observations
import Truth

/// Accumulated figures of a device's run, or of the part that a filter selects.
struct ScorePart: Sendable {
  var samples = SampleSet()
  /// True if the part takes values of the device's whole run.
  let isWhole: Bool
  /// Horizontal errors of the latest location, second by second.
  var standing = ValueSketch()
  /// Sums of squares of the bounds, and of the corresponding errors.
  private var bounds = 0.0
  private var boundErrors = 0.0
  private var boundCount = 0
  /// Posterior bounds, and the corresponding errors.
  private var posteriors = ValueSketch()
  private var posteriorErrors = ValueSketch()
  /// Indoor posterior bounds, and the corresponding errors.
  private var radioBounds = ValueSketch()
  private var radioErrors = ValueSketch()
  var motion = MotionAccumulator()
  /// Activity by batch.
  var batches = MotionAccumulator()
  /// Activity of the queried history.
  var pulled = MotionAccumulator()

  private let filter: ScoreFilter?
  private let hasDevice: Bool

  init(_ filter: ScoreFilter?, device: String) {
    self.filter = filter
    hasDevice = filter?.contains(device: device) ?? true
    isWhole = hasDevice && filter?.concernsMoments != true
  }

  /// True if a moment belongs to the part.
  func contains(_ time: SimTime, _ truth: TruthSample?) -> Bool {
    guard let filter else { return true }
    return hasDevice && filter.contains(time, truth)
  }

  /// True if the part is about an expectation, or is the whole run.
  func contains(_ expectation: AppExpectation) -> Bool {
    // A share that is only reported is a figure by itself.
    filter.map { $0.expectation == expectation.name } ?? expectation.isJudged
  }

  mutating func addBound(_ measure: FixMeasure) {
    if let posterior = measure.posteriorBound, measure.horizontal.isFinite {
      posteriors.add(posterior)
      posteriorErrors.add(measure.horizontal)
    }
    if let bound = measure.radioBound, measure.horizontal.isFinite {
      radioBounds.add(bound)
      radioErrors.add(measure.horizontal)
    }
    guard let bound = measure.bound, measure.horizontal.isFinite else { return }
    bounds += bound * bound
    boundErrors += measure.horizontal * measure.horizontal
    boundCount += 1
  }

  /// Computes the figures that derive from sums.
  mutating func finish() {
    if boundCount > 0, boundErrors > 0 {
      samples.add((bounds / boundErrors).squareRoot(), to: .boundEfficiency.whole)
    }
    // The median of a two-dimensional normal error is 0.8326 of its root mean square.
    if let bound = posteriors.quantile(0.5), let error = posteriorErrors.quantile(0.5), error > 0 {
      samples.add(0.832_554_6 * bound / error, to: .boundEfficiency.posterior)
    }
    if let bound = radioBounds.quantile(0.5), let error = radioErrors.quantile(0.5), error > 0 {
      samples.add(0.832_554_6 * bound / error, to: .boundEfficiency.indoors)
    }
    if let half = standing.quantile(0.5), let maximum = standing.quantile(0.95) {
      samples.add((half + maximum) / 2, to: .contest.gsdcScore)
      samples.add(half, to: .contest.ce50)
      samples.add(maximum, to: .contest.ce95)
    }
    motion.finish(into: &samples)
    batches.finish(into: &samples, as: Metric.batch)
    pulled.finish(into: &samples, as: Metric.pull)
  }
}
