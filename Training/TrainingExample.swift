import Kernel
import Motion
import Observations

/// A window of 2.5 s, and what it was.
struct TrainingExample {
  /// The window's numbers.
  var features: MotionFeatureVector
  /// What it was.
  var label: ActivityClass
  /// Who or which file it is from: what is left out together in cross-validation.
  var group: Int
  /// The data set or scenario, and what was done there with the phone where.
  var origin: String, detail: String
  /// Whether nothing was changed about it.
  var isAsRecorded: Bool
  /// Whether it was brought to a rate at which fast motion isn't seen.
  var isSparse = false
}

/// A stretch of readings of one origin, with what was done when.
struct LabelledReadings {
  /// The readings.
  var samples: [InertialSample]
  /// What was done from each time on, in order; nil where it is not to be learned from.
  var labels: [(time: SimTime, label: ActivityClass?, detail: String)]
  /// See ``TrainingExample``.
  var group: Int
  var origin: String

  /// How long something new must have been done to be learned from a window that began otherwise.
  private static let held = SimDuration.seconds(1.3)

  /// The label of the 2.5 s up to a moment.
  ///
  /// What begins or ends within them is learned by its end, so that it is told soon: going on foot
  /// after rest, or the other way round.
  ///
  /// - Parameter end: The moment.
  /// - Returns: The label and its detail; nil where there is none, or no clear one.
  func label(upTo end: SimTime) -> (ActivityClass, String)? {
    let begin = end - MotionFeatures.period + .seconds(0.25)
    var number = labels.lastIndex { $0.time <= end } ?? 0
    guard labels.indices.contains(number), let label = labels[number].label else { return nil }
    let detail = labels[number].detail
    while labels[number].time > begin, number > 0 {
      let since = labels[number].time
      number -= 1
      guard labels[number].label != label else { continue }
      let onFoot: Set<ActivityClass?> = [.walking, .running]
      let isClear =
        onFoot.contains(label) ? true : label == .body && onFoot.contains(labels[number].label)
      return isClear && labels[number].label != nil && end - since >= Self.held
        ? (label, detail) : nil
    }
    return (label, detail)
  }

  /// The same, begun somewhat later, so that the windows lie otherwise.
  ///
  /// - Parameter seconds: How much later.
  /// - Returns: The readings.
  func begun(later seconds: Double) -> LabelledReadings {
    guard let first = samples.first else { return self }
    var result = self
    let start = first.time + SimDuration(seconds: seconds)
    result.samples.removeAll { $0.time < start }
    return result
  }

  /// The windows of the readings.
  ///
  /// - Parameter isAsRecorded: Whether nothing was changed about the readings.
  /// - Returns: Those that have one label throughout.
  func examples(isAsRecorded: Bool = true) -> [TrainingExample] {
    var features = MotionFeatures()
    var found: [TrainingExample] = []
    features.receive(InertialBatch(samples: samples)) { vector in
      guard let (label, detail) = label(upTo: vector.time) else { return }
      found.append(
        TrainingExample(
          features: vector, label: label, group: group, origin: origin, detail: detail,
          isAsRecorded: isAsRecorded))
    }
    return found
  }

  /// The same, somewhat faster or slower, stronger or weaker, and at another rate.
  ///
  /// - Parameters:
  ///   - stretch: By how much longer everything takes.
  ///   - gain: By how much stronger what is faster than a second is.
  ///   - hertz: The new rate; nil for as it was.
  /// - Returns: The readings.
  func changed(stretch: Double, gain: Float, hertz: Double?) -> LabelledReadings {
    var result = self
    result.samples.removeAll(keepingCapacity: true)
    guard let first = samples.first else { return self }
    func stretched(_ time: SimTime) -> SimTime {
      first.time + SimDuration(seconds: (time - first.time).seconds * stretch)
    }
    result.labels = labels.map { (stretched($0.time), $0.label, $0.detail) }
    var mean = SIMD3<Float>(first.x, first.y, first.z)
    var old = mean
    var oldTime = first.time
    var next = first.time
    for sample in samples {
      let value = SIMD3<Float>(sample.x, sample.y, sample.z)
      let time = stretched(sample.time)
      let seconds = Float((time - oldTime).seconds)
      guard seconds >= 0, seconds.isFinite else { continue }
      mean += (value - mean) * (seconds / (1 + seconds))
      let made = mean + (value - mean) * gain
      if let hertz, seconds < 0.5 {
        while next <= time {
          let share = seconds > 0 ? Float((next - oldTime).seconds) / seconds : 1
          let here = old + (made - old) * share
          result.samples.append(InertialSample(time: next, x: here.x, y: here.y, z: here.z))
          next += SimDuration(seconds: 1 / hertz)
        }
      } else {
        result.samples.append(InertialSample(time: time, x: made.x, y: made.y, z: made.z))
        next = time
      }
      (old, oldTime) = (made, time)
    }
    return result
  }
}
