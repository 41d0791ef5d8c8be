import Geometry
import Kernel
import Recordings
import Truth

/// How fast somebody goes of whom only the doing, or the moments of the steps, are known.
///
/// Where steps were counted one by one, the twin's come as fast: a speed at which the model of walking
/// steps so. Where only the doing is known, the speed is a person's own, drawn for each twin.
struct TwinPace: Sendable {
  /// What is done at a moment, and how fast in m/s.
  struct Moment: Sendable {
    var doing: Doing
    var speed: Double
  }

  /// Over which span steps are counted for a cadence, in s: two or three strides.
  private static let span = 3.0
  /// Fewer steps a second than this are none, and more are running.
  private static let rest = 0.6, run = 2.4
  /// How long the count may be silent and say when steps were taken, in s.
  private static let longestGap = 5.0
  /// The speeds at which people walk and run by themselves, in m/s, and how they differ among people:
  /// as those of a scenario's people.
  private static let walking = (mean: 1.34, deviation: 0.2), running = (mean: 2.8, deviation: 0.3)

  /// The moments of all steps, in s; nil where only the doing is known.
  private let steps: [Double]?
  private let truth: RecordedTruth
  private let speeds: (walking: Double, running: Double)
  private let moving: Doing
  /// How the person steps.
  let gait: Gait

  /// Nil where neither is known.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - manner: How the device is carried.
  ///   - seed: The twin's seed, which draws the person.
  init?(of recording: Recording, manner: TwinManner, seed: UInt64) {
    guard let truth = RecordedTruth(recording.truth) else { return nil }
    let counted = recording.truth.filter { $0.known.contains(.steps) }
    let steps = Self.moments(of: counted)
    guard steps != nil || recording.truth.contains(where: { $0.known.contains(.activity) })
    else { return nil }
    self.truth = truth
    self.steps = steps
    moving = manner.moving
    var draw = RandomStream(seed: seed, entity: 0, purpose: "twin.person")
    func person(_ law: (mean: Double, deviation: Double)) -> Double {
      law.mean + law.deviation * min(2, max(-2, draw.gaussian()))
    }
    speeds = (person(Self.walking), person(Self.running))
    gait = Self.gait(&draw)
  }

  /// How a person steps.
  static func gait(_ draw: inout RandomStream) -> Gait {
    Gait(
      walkRatio: 0.0065 + 0.0006 * min(2, max(-2, draw.gaussian())),
      runningRate: draw.uniform(in: 2.7...3.0))
  }

  /// When each step was taken, by a count that was told at each; nil for a count that was told seldom.
  private static func moments(of counted: [TruthSample]) -> [Double]? {
    guard counted.count > 2 else { return nil }
    var moments: [Double] = []
    for (one, next) in zip(counted, counted.dropFirst()) {
      let (count, gap) = (next.stepCount - one.stepCount, (next.time - one.time).seconds)
      // Over seconds steps are as good as even; over minutes nobody knows.
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

  /// What is done at a moment.
  func moment(at time: SimTime) -> Moment {
    guard let steps else { return byDoing(at: time) }
    let second = (time - .start).seconds
    let rate = Double(Self.count(steps, about: second)) / Self.span
    guard rate >= Self.rest else { return Moment(doing: .standing, speed: 0) }
    let isRunning = rate > Self.run
    return Moment(
      doing: isRunning ? .running : .walking,
      speed: isRunning ? speeds.running : 60 * gait.walkRatio * rate * rate)
  }

  /// How many steps lie within half a span of a moment.
  private static func count(_ steps: [Double], about moment: Double) -> Int {
    func upTo(_ limit: Double) -> Int {
      var (low, high) = (0, steps.count)
      while low < high {
        let middle = (low + high) / 2
        if steps[middle] <= limit { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return upTo(moment + span / 2) - upTo(moment - span / 2)
  }

  private func byDoing(at time: SimTime) -> Moment {
    let sample = truth.sample(at: time)
    guard sample.known.contains(.activity) else { return Moment(doing: .standing, speed: 0) }
    switch TwinManner.doing(sample.activity, moving) {
    case .walking: return Moment(doing: .walking, speed: speeds.walking)
    case .running: return Moment(doing: .running, speed: speeds.running)
    case let doing: return Moment(doing: doing, speed: 0)
    }
  }
}
