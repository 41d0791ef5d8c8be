import Geometry
import Kernel
import Recordings
import Truth

/// Walking and running speed of a person of whom only activities or step times are known.
///
/// If single steps were counted, the twin steps at the same rate: the speed is that at which the gait model
/// has this cadence. If only activities are known, the speed is a random property of the person.
struct TwinPace: Sendable {
  /// The activity at a time, and the speed in m/s.
  struct PaceSample: Sendable {
    var doing: Doing
    var speed: Double
  }

  /// Window for the cadence, in s: two or three strides.
  private static let span = 3.0
  /// Cadences below the first are standing, above the second running, in steps per second.
  private static let rest = 0.6, run = 2.4
  /// Max gap in the step count for which step times are interpolated, in s.
  private static let longestGap = 5.0
  /// Distributions of preferred walking and running speeds over people, in m/s, as for the people of a
  /// scenario.
  private static let walking = (mean: 1.34, deviation: 0.2), running = (mean: 2.8, deviation: 0.3)

  /// The times of all steps, in s; nil if only activities are known.
  private let steps: [Double]?
  private let truth: RecordedTruth
  private let speeds: (walking: Double, running: Double)
  private let moving: Doing
  /// The person's gait parameters.
  let gait: Gait

  /// Nil if neither steps nor activities are known.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - parameters: The carrying parameters of the device.
  ///   - seed: The twin's seed, which determines the person.
  init?(of recording: Recording, parameters: TwinParameters, seed: UInt64) {
    guard let truth = RecordedTruth(recording.truth) else { return nil }
    let counted = recording.truth.filter { $0.known.contains(.steps) }
    let steps = Self.moments(of: counted)
    guard steps != nil || recording.truth.contains(where: { $0.known.contains(.activity) })
    else { return nil }
    self.truth = truth
    self.steps = steps
    moving = parameters.moving
    var draw = RandomStream(seed: seed, entity: 0, purpose: "twin.person")
    func person(_ law: (mean: Double, deviation: Double)) -> Double {
      law.mean + law.deviation * min(2, max(-2, draw.gaussian()))
    }
    speeds = (person(Self.walking), person(Self.running))
    gait = Self.gait(&draw)
  }

  /// Draws a person's gait parameters.
  static func gait(_ draw: inout RandomStream) -> Gait {
    Gait(
      walkRatio: 0.0065 + 0.0006 * min(2, max(-2, draw.gaussian())),
      runningRate: draw.uniform(in: 2.7...3.0))
  }

  /// Step times from a count that was published at each step; nil if it was published too seldom.
  private static func moments(of counted: [TruthSample]) -> [Double]? {
    guard counted.count > 2 else { return nil }
    var moments: [Double] = []
    for (one, next) in zip(counted, counted.dropFirst()) {
      let (count, gap) = (next.stepCount - one.stepCount, (next.time - one.time).seconds)
      // Steps are even over seconds, but not over minutes.
      guard count >= 0, count <= 3 || gap <= longestGap && Double(count) <= 4 * gap else {
        return nil
      }
      for number in 0..<count {
        let share = Double(number + 1) / Double(count)
        moments.append((one.time - .start).seconds + share * gap)
      }
    }
    return moments
  }

  /// Activity and speed at a time.
  func moment(at time: SimTime) -> PaceSample {
    guard let steps else { return byDoing(at: time) }
    let second = (time - .start).seconds
    let rate = Double(Self.count(steps, about: second)) / Self.span
    guard rate >= Self.rest else { return PaceSample(doing: .standing, speed: 0) }
    let isRunning = rate > Self.run
    return PaceSample(
      doing: isRunning ? .running : .walking,
      speed: isRunning ? speeds.running : 60 * gait.walkRatio * rate * rate)
  }

  /// Number of steps in the window around a time.
  private static func count(_ steps: [Double], about moment: Double) -> Int {
    func upTo(_ limit: Double) -> Int { steps.partitioningIndex { $0 > limit } }
    return upTo(moment + span / 2) - upTo(moment - span / 2)
  }

  private func byDoing(at time: SimTime) -> PaceSample {
    let sample = truth.sample(at: time)
    guard sample.known.contains(.activity) else { return PaceSample(doing: .standing, speed: 0) }
    switch TwinParameters.doing(sample.activity, moving) {
    case .walking: return PaceSample(doing: .walking, speed: speeds.walking)
    case .running: return PaceSample(doing: .running, speed: speeds.running)
    case let doing: return PaceSample(doing: doing, speed: 0)
    }
  }
}
