public import Documents
import Glibc

/// Step length model, log-linear in step rate and acceleration, calibrated per person by recursive
/// least squares.
///
/// The log of the step length is linear in the logs of rate and size, with one line for walking and
/// one for running. The lines start as the population's, with the spread among people as prior
/// covariance. Each GNSS leg (``StrideLeg``) updates them by Bayes' rule, so pace, placement and body
/// size are learned automatically. After some dozen legs of several paces only day-to-day changes
/// remain.
public struct StrideModel: Hashable, Sendable {
  /// Parameters of the lines and their updates.
  public struct Parameters: ParameterSet {
    /// Step rate, in steps/s, from which the gait is running: people change at 2.0 to 2.1 m/s (domain
    /// figures after Sekiya), where walkers make 2.2 and runners 2.6 steps/s.
    public var runningRate = 2.45
    /// Innovation gate for a leg's log length, in sigmas, including the model's own variance.
    public var maxSurprise = 3.0
    /// Growth of the covariance per leg, since shoes and loads change.
    public var forgetting = 1.003
    /// Minimum number of steps of a leg.
    public var minSteps = 20
    /// Maximum innovation of a leg, in log length.
    public var maxOff = 0.7
    /// Day-to-day error of a leg's length, as a fraction: attention, ground, company (the spread within a
    /// bout; Sekiya).
    public var dayNoise = 0.02
    /// Minimum and maximum variance of a coefficient: at best 1 % sigma, and never much worse than the
    /// prior.
    public var minVariance = 1e-4
    public var maxVariance = 1.0
    /// Minimum and maximum step length, in m.
    public var shortest = 0.2
    public var longest = 2.5
    /// Step length of a walker per step rate, in m per step/s.
    ///
    /// It is the walk ratio of 0.0065 m/(step/min) (Sekiya, from memory).
    public var walkRatio = 0.39
    /// Step length of a runner at the usual rate, in m: 2.8 m/s at 2.8 steps/s.
    public var runningLength = 1.0
    /// Population prior of walking.
    ///
    /// Acceleration depends more on placement than on pace, so its initial slope is zero.
    public var walking = StrideLine(
      rate: 1.8, size: 1.7, slope: 1, sizeSlope: 0, spread: 0.09, slopeSpread: 0.15,
      sizeSlopeSpread: 0.12)
    /// Population prior of running.
    ///
    /// The rate hardly grows with speed (0.9 to 1.6 m at 2.7 to 3.0 steps/s, from memory), so its slope
    /// is steep and uncertain.
    public var running = StrideLine(
      rate: 2.8, size: 6, slope: 2.5, sizeSlope: 0.2, spread: 0.2, slopeSpread: 0.8,
      sizeSlopeSpread: 0.25)

    public init() {}
  }

  /// Log-linear model of one gait.
  struct LogLinearModel: Hashable, Sendable {
    /// Log of the length in m at the reference, and the slopes over log rate and log size.
    var mean: SIMD3<Double>
    /// Columns of the covariance.
    var spread: [SIMD3<Double>]
    let rate: Double
    let size: Double

    /// Creates the population's line; `length` is the step length at the usual rate and size, in m.
    init(_ line: StrideLine, length: Double) {
      mean = SIMD3(log(length), line.slope, line.sizeSlope)
      rate = line.rate
      size = line.size
      let deviation = SIMD3(line.spread, line.slopeSpread, line.sizeSlopeSpread)
      spread = (0..<3).map { index in
        var column = SIMD3<Double>()
        column[index] = deviation[index] * deviation[index]
        return column
      }
    }

    func features(_ stepsPerSecond: Double, _ meanSize: Double) -> SIMD3<Double> {
      // Clamped: the line is not valid far outside of human gait.
      let rate = min(max(stepsPerSecond, 0.7), 4)
      let size = min(max(meanSize, 0.1), 15)
      return SIMD3(1, log(rate / self.rate), log(size / self.size))
    }
  }

  private let parameters: Parameters
  private var walking: LogLinearModel
  private var running: LogLinearModel
  /// Number of legs accepted.
  public private(set) var legCount = 0
  /// Number of legs rejected by the gates.
  public private(set) var rejectedCount = 0

  /// Creates an uncalibrated model.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    walking = LogLinearModel(
      parameters.walking, length: parameters.walkRatio * parameters.walking.rate)
    running = LogLinearModel(parameters.running, length: parameters.runningLength)
  }

  /// Returns the length of a step, in m.
  public func length(of step: DetectedStep) -> Double {
    length(stepsPerSecond: Double(step.stepsPerSecond), meanSize: Double(step.meanSize))
  }

  /// Returns the step length, in m, within the minimum and maximum.
  ///
  /// - Parameters:
  ///   - stepsPerSecond: Step rate.
  ///   - meanSize: Mean absolute acceleration in the step band, in m/s².
  /// - Returns: Step length; 0 for non-finite input.
  public func length(stepsPerSecond: Double, meanSize: Double) -> Double {
    guard stepsPerSecond.isFinite, meanSize.isFinite else { return 0 }
    let line = isRunning(stepsPerSecond) ? running : walking
    let sum = (line.mean * line.features(stepsPerSecond, meanSize)).sum()
    return min(max(exp(sum), parameters.shortest), parameters.longest)
  }

  private func isRunning(_ stepsPerSecond: Double) -> Bool {
    stepsPerSecond >= parameters.runningRate
  }

  /// Updates the gait's line with a leg (Kalman update); returns false if the innovation gate rejects
  /// it.
  @discardableResult
  public mutating func learn(from leg: StrideLeg) -> Bool {
    guard leg.stepCount >= parameters.minSteps, leg.metres > 0, leg.metres.isFinite,
      leg.relativeError > 0,
      leg.stepsPerSecond.isFinite, leg.meanSize.isFinite
    else { return false }
    let runs = isRunning(leg.stepsPerSecond)
    var line = runs ? running : walking
    let x = line.features(leg.stepsPerSecond, leg.meanSize)
    let turned = line.spread[0] * x.x + line.spread[1] * x.y + line.spread[2] * x.z
    let surprise = log(leg.metres / Double(leg.stepCount)) - (line.mean * x).sum()
    let noise =
      leg.relativeError * leg.relativeError + parameters.dayNoise * parameters.dayNoise
    let variance = (turned * x).sum() + noise
    guard abs(surprise) < parameters.maxSurprise * variance.squareRoot(),
      abs(surprise) < parameters.maxOff
    else {
      rejectedCount += 1
      return false
    }
    let gain = turned / variance
    line.mean += gain * surprise
    for column in 0..<3 {
      line.spread[column] = (line.spread[column] - gain * turned[column]) * parameters.forgetting
      line.spread[column][column] = min(
        max(line.spread[column][column], parameters.minVariance), parameters.maxVariance)
    }
    if runs { running = line } else { walking = line }
    legCount += 1
    return true
  }
}
