import Kernel
import Motion
import Observations

/// A window of 2.5 s with its label.
struct TrainingExample {
  var features: MotionFeatureVector
  var label: ActivityClass
  /// Number of the person or file; a group is left out as a whole in cross-validation.
  var group: Int
  /// The data set or scenario, and the activity with the placement.
  var origin: String, detail: String
  /// True for an unchanged recording, false for an augmented one.
  var isAsRecorded: Bool
  /// True if it was resampled to a rate at which fast motion is lost.
  var isSparse = false
}

/// Readings of one origin, with labels over time.
struct LabelledReadings {
  var samples: [InertialSample]
  /// The label from each time on, in order; nil for parts to skip.
  var labels: [(time: SimTime, label: ActivityClass?, detail: String)]
  /// See ``TrainingExample``.
  var group: Int
  var origin: String

  /// Min duration of a new activity at the end of a window that began with another.
  private static let held = SimDuration.seconds(1.3)

  /// The label of the 2.5 s up to a time.
  ///
  /// A window with a transition gets the label of its end, for a short latency, if the transition is between
  /// rest and going on foot.
  ///
  /// - Parameter end: The time.
  /// - Returns: The label and its detail; nil if there is none, or if it is ambiguous.
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

  /// A copy with a later start, so that the windows are aligned differently.
  ///
  /// - Parameter seconds: The delay.
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
  /// - Parameter isAsRecorded: True if the readings aren't augmented.
  /// - Returns: The windows with a clear label.
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

  /// An augmented copy: stretched in time, scaled in amplitude, and resampled.
  ///
  /// - Parameters:
  ///   - stretch: Factor of all durations.
  ///   - gain: Factor of the amplitude of motion faster than a second.
  ///   - hertz: The new sampling rate; nil to keep it.
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
