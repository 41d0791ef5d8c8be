public import Documents
import Glibc

/// How long a step is, by its rate and its strength, for the person it has got to know.
///
/// The log of a step's length is a line in the logs of rate and strength, one line for walking and one
/// for running. The lines begin as everybody's, as unsure as people are different, and each leg that
/// satellites have measured (``StrideLeg``) moves them by Bayes' rule, so pace, placement and body
/// size are learned without being asked for. After some dozen legs of several paces only what changes
/// from day to day is left.
public struct StrideModel: Hashable, Sendable {
  /// What can be set.
  public struct Parameters: DialSet {
    /// The rate, in steps/s, from which it is running: people change at 2.0 to 2.1 m/s (domain figures
    /// after Sekiya), where walkers make 2.2 and runners 2.6 steps/s.
    public var runningRate = 2.45
    /// How far a leg's length may be off the model's, as a log, before it is rejected; the share grows
    /// with the model's own doubt.
    public var mostSurprise = 3.0
    /// How fast what was learned is doubted again, for each leg: a bit, since shoes and loads change.
    public var forgetting = 1.003
    /// The fewest steps of a leg that counts.
    public var leastSteps = 20
    /// How far a leg may be off at all, as a log.
    public var mostOff = 0.7
    /// What a leg's length has of the day, as a share: attention, ground, company (the spread within a
    /// bout; Sekiya).
    public var dayNoise = 0.02
    /// The least and the greatest doubt of a line's coefficient, as a variance: never surer than 1 %,
    /// never less sure than at first by much.
    public var leastVariance = 1e-4
    public var mostVariance = 1.0
    /// The shortest and the longest step that is told, in m.
    public var shortest = 0.2
    public var longest = 2.5
    /// The length of a walker's step for each step/s, in m.
    ///
    /// That is the walk ratio of 0.0065 m/(step/min) (Sekiya, from memory).
    public var walkRatio = 0.39
    /// The length of a runner's step at the usual rate, in m: 2.8 m/s at 2.8 steps/s.
    public var runningLength = 1.0
    /// How everybody walks.
    ///
    /// Strength depends more on the placement than on the pace: nothing at first.
    public var walking = StrideLine(
      rate: 1.8, size: 1.7, slope: 1, sizeSlope: 0, spread: 0.09, slopeSpread: 0.15,
      sizeSlopeSpread: 0.12)
    /// How everybody runs.
    ///
    /// The rate hardly grows with speed (0.9 to 1.6 m at 2.7 to 3.0 steps/s, from memory), so its slope
    /// is steep and unsure.
    public var running = StrideLine(
      rate: 2.8, size: 6, slope: 2.5, sizeSlope: 0.2, spread: 0.2, slopeSpread: 0.8,
      sizeSlopeSpread: 0.25)

    /// Creates the defaults.
    public init() {}
  }

  /// One gait's line.
  struct Line: Hashable, Sendable {
    /// The log of the length in m at the reference, and what a unit of log rate and log size adds.
    var mean: SIMD3<Double>
    /// The covariance's columns.
    var spread: [SIMD3<Double>]
    let rate: Double
    let size: Double

    /// Everybody's line.
    ///
    /// - Parameters:
    ///   - line: Its slopes, and how different people are.
    ///   - length: The length of a step at the usual rate and strength, in m.
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
      // Clamped: far outside of what people do a line says nonsense.
      let rate = min(max(stepsPerSecond, 0.7), 4)
      let size = min(max(meanSize, 0.1), 15)
      return SIMD3(1, log(rate / self.rate), log(size / self.size))
    }
  }

  private let parameters: Parameters
  private var walking: Line
  private var running: Line
  /// How many legs it has learned from.
  public private(set) var legCount = 0
  /// How many legs it has rejected as too far off.
  public private(set) var rejectedCount = 0

  /// Creates a model that knows nobody.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    walking = Line(parameters.walking, length: parameters.walkRatio * parameters.walking.rate)
    running = Line(parameters.running, length: parameters.runningLength)
  }

  /// The length of a step, in m.
  public func length(of step: DetectedStep) -> Double {
    length(stepsPerSecond: Double(step.stepsPerSecond), meanSize: Double(step.meanSize))
  }

  /// The length of a step, in m.
  ///
  /// - Parameters:
  ///   - stepsPerSecond: The rate of steps.
  ///   - meanSize: The strength, in m/s²: the mean size of the acceleration in the step band.
  /// - Returns: The length, between the shortest and the longest there is.
  public func length(stepsPerSecond: Double, meanSize: Double) -> Double {
    guard stepsPerSecond.isFinite, meanSize.isFinite else { return 0 }
    let line = isRunning(stepsPerSecond) ? running : walking
    let sum = (line.mean * line.features(stepsPerSecond, meanSize)).sum()
    return min(max(exp(sum), parameters.shortest), parameters.longest)
  }

  private func isRunning(_ stepsPerSecond: Double) -> Bool {
    stepsPerSecond >= parameters.runningRate
  }

  /// Learns from a leg; false if the leg is rejected.
  ///
  /// - Parameter leg: What satellites and steps say of the same way.
  /// - Returns: Whether the leg was believed.
  @discardableResult
  public mutating func learn(from leg: StrideLeg) -> Bool {
    guard leg.stepCount >= parameters.leastSteps, leg.metres > 0, leg.metres.isFinite,
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
    guard abs(surprise) < parameters.mostSurprise * variance.squareRoot(),
      abs(surprise) < parameters.mostOff
    else {
      rejectedCount += 1
      return false
    }
    let gain = turned / variance
    line.mean += gain * surprise
    for column in 0..<3 {
      line.spread[column] = (line.spread[column] - gain * turned[column]) * parameters.forgetting
      line.spread[column][column] = min(
        max(line.spread[column][column], parameters.leastVariance), parameters.mostVariance)
    }
    if runs { running = line } else { walking = line }
    legCount += 1
    return true
  }
}
