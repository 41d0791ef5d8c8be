import Glibc

/// Gait statistics of five seconds of accelerometer and gyroscope data.
///
/// The comparison of real and synthetic recordings uses them. Readings are in the device's axes: up is the
/// mean specific force, so the phone's attitude is not needed. Amplitudes are projections under a Hann
/// window, which separates neighbouring harmonics from two strides on.
public struct GaitStatistics: Hashable, Sendable {
  /// Steps per second.
  public var stepRate = 0.0
  /// Amplitudes of the stride's harmonics 1 to 8 along the mean specific force, in m/s².
  public var vertical: [Double] = []
  /// Amplitudes of harmonics 1 to 4 across the mean specific force, in m/s².
  public var horizontal: [Double] = []
  /// RMS along and across the mean specific force, and of the magnitude about its mean, in m/s².
  public var verticalRMS = 0.0
  /// See ``verticalRMS``.
  public var horizontalRMS = 0.0
  /// See ``verticalRMS``.
  public var magnitudeRMS = 0.0
  /// The fraction of the magnitude's variance above 10 Hz; nil for rates of 20 Hz and less.
  public var shareAbove10Hz: Double?
  /// RMS of the magnitude of the angular velocity, in rad/s; nil without a gyroscope.
  public var turningRMS: Double?
  /// The fraction of the variance below 10 Hz that the eight harmonics explain.
  public var explained = 0.0
  /// The mean of the specific force, in m/s².
  public var meanForce = 0.0

  /// Search ranges of the stride rate, in Hz, for walking and stairs, and for running.
  ///
  /// Neither spans an octave, so that a step is not taken for a stride.
  public static let walkingStrides = 0.6...1.15
  /// See ``walkingStrides``.
  public static let runningStrides = 1.1...1.75

  /// Computes the statistics of evenly spaced readings; nil if there are too few.
  ///
  /// - Parameters:
  ///   - force: Accelerometer readings of some 5 s, in m/s².
  ///   - turning: Gyroscope readings at the same times, in rad/s, if any.
  ///   - hertz: Readings per second.
  ///   - strides: The search range of the stride rate, in Hz.
  public init?(
    force: [SIMD3<Double>], turning: [SIMD3<Double>]? = nil, hertz: Double,
    strides: ClosedRange<Double> = walkingStrides
  ) {
    guard force.count >= 32, hertz > 0, let window = GaitWindow(force, hertz: hertz) else {
      return nil
    }
    let stride = window.stride(among: strides)
    let lines = window.lines(stride)
    stepRate = 2 * stride
    vertical = lines.map { $0.along(window.up).magnitude }
    horizontal = lines.prefix(4).map { $0.across(window.up).magnitude }
    (verticalRMS, horizontalRMS, magnitudeRMS) = window.deviations
    meanForce = window.mean
    let powers = window.powers
    let below = zip(powers.frequencies, powers.force).reduce(0) { $0 + ($1.0 <= 10 ? $1.1 : 0) }
    let found = lines.reduce(0) { $0 + $1.square / 2 }
    explained = below > 0 ? found / below : 0
    if hertz > 20 {
      let all = powers.magnitude.reduce(0, +)
      let above = zip(powers.frequencies, powers.magnitude)
        .reduce(0) { $0 + ($1.0 > 10 ? $1.1 : 0) }
      shareAbove10Hz = all > 0 ? above / all : 0
    }
    if let turning, !turning.isEmpty {
      let square = turning.reduce(0) { $0 + ($1 * $1).sum() }
      turningRMS = (square / Double(turning.count)).squareRoot()
    }
  }

  /// True for steady gait: the stride explains most of the motion, and there is motion.
  public var isSteady: Bool { explained >= 0.35 && magnitudeRMS >= 0.3 }
}
