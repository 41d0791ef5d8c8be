import Kernel
import Observations
import Truth

/// The figures of a device's run, or of the part of it that a filter lets through.
struct ScorePart: Sendable {
  var samples = SampleSet()
  /// Whether values that the device has only as a whole belong to it.
  let isWhole: Bool
  /// Horizontal errors of the latest location, second by second.
  var standing = ValueSketch()
  /// Sums of squares of bounds, and of the errors that they bound.
  private var bounds = 0.0
  private var boundErrors = 0.0
  private var boundCount = 0
  /// Bounds of who knows all epochs so far, and the errors that they bound.
  private var posteriors = ValueSketch()
  private var posteriorErrors = ValueSketch()
  /// The same indoors.
  private var radioBounds = ValueSketch()
  private var radioErrors = ValueSketch()
  var motion = MotionTally()
  /// What was told batch by batch.
  var batches = MotionTally()
  /// What an app that asked afterwards was told.
  var pulled = MotionTally()

  private let filter: ScoreFilter?
  private let hasDevice: Bool

  init(_ filter: ScoreFilter?, device: String) {
    self.filter = filter
    hasDevice = filter?.contains(device: device) ?? true
    isWhole = hasDevice && filter?.concernsMoments != true
  }

  /// Whether a moment belongs to it.
  func contains(_ time: SimTime, _ truth: TruthSample?) -> Bool {
    guard let filter else { return true }
    return hasDevice && filter.contains(time, truth)
  }

  /// Whether it is about an expectation, or about everything.
  func contains(expectation name: String) -> Bool {
    filter == nil || filter?.expectation == name
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

  /// Works out what follows from the sums.
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
    if let half = standing.quantile(0.5), let most = standing.quantile(0.95) {
      samples.add((half + most) / 2, to: .contest.gsdcScore)
      samples.add(half, to: .contest.ce50)
      samples.add(most, to: .contest.ce95)
    }
    motion.finish(into: &samples)
    batches.finish(into: &samples, as: Metric.batch)
    pulled.finish(into: &samples, as: Metric.pull)
  }
}
