import Kernel
public import Observations
public import Parts

/// Finds steps in what an accelerometer feels, wherever the phone is: footfalls as soon as they show, and
/// the steps of a walk once they are sure.
///
/// Both come of one signal, the part of the length of the specific force in which steps show
/// (``GaitBand``). Its peaks that come in a rhythm are footfalls (``FootfallFinder``), for whoever can't
/// wait. Once a second it looks at the last 4 s of the signal: which rate of steps would
/// explain how the signal repeats, and how likely somebody on foot feels like that
/// (``GaitEvidence``). Evidence adds up; steps are told when there is enough, and those since the walk
/// began are credited then. Steps are counted by rate times time, which neither loses soft steps nor
/// doubles those with two peaks, over the slots of 0.2 s in which the body moves.
///
/// A walk starts 4 s of steps late plus two or three seconds. The rates known: 0.8 to 3.8 steps/s.
///
/// The weights and defaults come from the Oxford step counter, MotionSense, WISDM and SensorWatch data
/// and from simulated walks, vehicles and fidgeting; all files of all sets share one setting. A
/// ``MotionHint`` helps, but isn't needed.
public struct StepDetector: Sendable {
  /// What ``hear(_:stride:into:)`` leaves to be weighed.
  private enum Heard: Sendable {
    /// The step band's next value, in m/s².
    case value(Float)
    /// A break, after which values begin at a time.
    case restart(SimTime)
  }

  private let parameters: Parameters
  private var sampler: ForceSampler
  private var band = GaitBand()
  private var footfalls: FootfallFinder
  /// What was heard and hasn't been weighed yet.
  private var heard: [Heard] = []
  private var signal = GaitSignal()
  private var correlation: GaitCorrelation
  private var candidates: [GaitCandidate] = []
  private var past: GaitPast
  private var walk: WalkTracker

  /// What somebody who knows more senses says of the motion.
  public var hint = MotionHint.none
  /// Whether they say so with high confidence.
  public var isHintSure = false

  /// Creates a detector that has heard nothing.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    sampler = ForceSampler(parameters.sampler)
    footfalls = FootfallFinder(parameters.footfalls)
    correlation = GaitCorrelation(cut: parameters.gait.cut)
    past = GaitPast(tolerance: parameters.gait.tolerance)
    walk = WalkTracker(parameters: parameters)
    candidates.reserveCapacity(32)
  }

  /// Whether steps are being taken, as far as is known.
  public var isWalking: Bool { walk.isWalking }

  /// The present rate, in steps/s; nil when nobody walks.
  public var stepsPerSecond: Float? { walk.isWalking ? walk.rate : nil }

  /// What was wrong with the readings so far.
  public var faults: StepFaults { sampler.faults }

  /// Takes a batch, and appends the footfalls that show by it to a list, oldest first.
  ///
  /// - Parameters:
  ///   - batch: Readings of the accelerometer.
  ///   - stride: How long steps are.
  ///   - found: Takes the footfalls.
  public mutating func hear(
    _ batch: InertialBatch, stride: StrideModel, into found: inout [Footfall]
  ) {
    for sample in batch.samples {
      switch sampler.accept(sample) {
      case .ignored: continue
      case .restarted:
        band = GaitBand()
        footfalls.restart()
        heard.append(.restart(sampler.origin))
      case .continued:
        while let length = sampler.nextLength() {
          let value = band.filter(length)
          heard.append(.value(value))
          let end = SimTime(
            nanoseconds: sampler.origin.nanoseconds &+ Int64(sampler.valueEnd * 1e9))
          footfalls.take(value, endingAt: end, stride: stride, into: &found)
        }
      }
    }
  }

  /// Weighs what was heard, and appends the steps that are sure now to a list, oldest first.
  public mutating func confirm(into steps: inout [DetectedStep]) {
    for entry in heard {
      switch entry {
      case .restart(let origin): restart(at: origin, into: &steps)
      case .value(let value): if signal.add(value) { look(into: &steps) }
      }
    }
    heard.removeAll(keepingCapacity: true)
  }

  /// Takes what is left of a walk under way, when nothing more will come.
  public mutating func finish(into steps: inout [DetectedStep]) {
    confirm(into: &steps)
    if walk.isWalking { walk.closeOpen(signal, into: &steps) }
    restart(at: sampler.origin, into: &steps)
  }

  /// Ends the walk, if there is one, and forgets the signal.
  private mutating func restart(at origin: SimTime, into steps: inout [DetectedStep]) {
    walk.restart(at: origin, into: &steps)
    signal = GaitSignal()
    past.clear()
  }

  /// Looks at the window.
  private mutating func look(into steps: inout [DetectedStep]) {
    correlation.take(signal.window)
    signal.advance()
    candidates.removeAll(keepingCapacity: true)
    if correlation.meanSize > parameters.leastSize {
      correlation.correlate()
      GaitCandidate.find(
        in: correlation, after: past, by: parameters.gait, into: &candidates)
    } else if !walk.isStarted {
      past.add(candidates)
      walk.rest()
      return
    }
    past.add(candidates)
    walk.weigh(
      candidates, meanSize: correlation.meanSize, signal: signal, hint: hint,
      isSure: isHintSure, into: &steps)
  }
}
