import Glibc
import Kernel
import Observations
import Signals

/// Five seconds of evenly spaced readings.
struct MotionWindow {
  /// Specific force, in m/s².
  var force: [SIMD3<Double>]
  /// Angular rate, in rad/s; empty without a gyroscope.
  var turning: [SIMD3<Double>]
  /// Sampling rate.
  var hertz: Double

  static let seconds = 5.0

  /// Magnitudes of the force about their mean, in m/s².
  var magnitudes: [Double] {
    let lengths = force.map { ($0 * $0).sum().squareRoot() }
    let mean = lengths.reduce(0, +) / Double(max(1, lengths.count))
    return lengths.map { $0 - mean }
  }

  /// RMS per axis about the mean, in m/s².
  var axisRMS: Double { Self.spread(force) }
  /// RMS per axis of the gyroscope about the mean, in rad/s; nil without one.
  var axisTurning: Double? { turning.isEmpty ? nil : Self.spread(turning) }

  private static func spread(_ values: [SIMD3<Double>]) -> Double {
    let mean = values.reduce(.zero, +) / Double(max(1, values.count))
    let square = values.reduce(0.0) { $0 + (($1 - mean) * ($1 - mean)).sum() }
    return (square / Double(max(1, values.count)) / 3).squareRoot()
  }

  /// True if the phone kept its attitude: the mean forces of both halves are within 25°.
  var isKept: Bool {
    let half = force.count / 2
    let (a, b) = (
      force[..<half].reduce(.zero, +), force[half...].reduce(SIMD3<Double>.zero, +)
    )
    let cosine = (a * b).sum() / ((a * a).sum() * (b * b).sum()).squareRoot()
    return cosine > cos(25 * .pi / 180)
  }

  /// Splits readings into windows, resampled to one rate.
  ///
  /// - Parameters:
  ///   - force: Accelerometer readings, in order of time.
  ///   - turning: Gyroscope readings; may be empty.
  ///   - hertz: Sampling rate of the windows.
  ///   - length: Length of a window, in s.
  ///   - trim: Time skipped at either end, in s: hands that start and stop the recording.
  /// - Returns: The windows without gaps.
  static func all(
    _ force: [InertialSample], turning: [InertialSample] = [], hertz: Double = 50,
    length: Double = seconds, trim: Double = 0
  ) -> [MotionWindow] {
    timed(force, turning: turning, hertz: hertz, length: length, trim: trim).map(\.window)
  }

  /// Splits readings into windows, each with its start time.
  static func timed(
    _ force: [InertialSample], turning: [InertialSample] = [], hertz: Double = 50,
    length: Double = seconds, trim: Double = 0
  ) -> [(time: SimTime, window: MotionWindow)] {
    guard let first = force.first, let last = force.last else { return [] }
    let count = Int(length * hertz)
    var windows: [(time: SimTime, window: MotionWindow)] = []
    var start = first.time.seconds + trim
    var (forces, turns) = (SampleLine(force), SampleLine(turning))
    while start + length <= last.time.seconds - trim {
      var window = MotionWindow(force: [], turning: [], hertz: hertz)
      for number in 0..<count {
        let time = start + Double(number) / hertz
        guard let value = forces.value(at: time) else { break }
        window.force.append(value)
        if let turn = turns.value(at: time) { window.turning.append(turn) }
      }
      let begin = SimTime(seconds: start)
      start += length
      guard window.force.count == count else { continue }
      if window.turning.count != count { window.turning = [] }
      windows.append((begin, window))
    }
    return windows
  }

  /// The gait in the window; nil without a steady one.
  func gait(_ strides: ClosedRange<Double>) -> GaitStatistics? {
    guard isKept,
      let found = GaitStatistics(
        force: force, turning: turning.isEmpty ? nil : turning, hertz: hertz, strides: strides),
      found.isSteady
    else { return nil }
    return found
  }
}

/// Linear interpolation of readings at increasing times.
private struct SampleLine {
  private let samples: [InertialSample]
  private var place = 0

  init(_ samples: [InertialSample]) {
    self.samples = samples
  }

  /// The value at a time in s; nil outside, and across gaps of more than 0.1 s.
  mutating func value(at time: Double) -> SIMD3<Double>? {
    while place + 1 < samples.count, samples[place + 1].time.seconds <= time { place += 1 }
    while place > 0, samples[place].time.seconds > time { place -= 1 }
    guard place + 1 < samples.count else { return nil }
    let (a, b) = (samples[place], samples[place + 1])
    let (begin, end) = (a.time.seconds, b.time.seconds)
    guard time >= begin, end - begin < 0.1, end > begin else { return nil }
    let share = (time - begin) / (end - begin)
    func vector(_ sample: InertialSample) -> SIMD3<Double> {
      [Double(sample.x), Double(sample.y), Double(sample.z)]
    }
    return vector(a) + (vector(b) - vector(a)) * share
  }
}
