import Kernel
public import Observations

/// Finds steps in what an accelerometer feels, wherever the phone is.
///
/// Once a second it looks at the last 4 s of the length of the specific force: which rate of steps would
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
  private let parameters: Parameters
  private var sampler: ForceSampler
  private var signal = GaitSignal()
  private var correlation: GaitCorrelation
  private var candidates: [GaitCandidate] = []
  private var past: GaitPast
  private var walk: WalkTracker

  /// What somebody who knows more senses says of the motion.
  public var hint = MotionHint.none

  /// Creates a detector that has heard nothing.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    sampler = ForceSampler(parameters.sampler)
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

  /// Takes a batch, and appends the steps that are sure now to a list, oldest first.
  public mutating func receive(_ batch: InertialBatch, into steps: inout [DetectedStep]) {
    for sample in batch.samples {
      switch sampler.accept(sample) {
      case .ignored: continue
      case .restarted: restart(into: &steps)
      case .continued:
        while let length = sampler.nextLength() {
          if signal.add(length) { look(into: &steps) }
        }
      }
    }
  }

  /// Takes what is left of a walk under way, when nothing more will come.
  public mutating func finish(into steps: inout [DetectedStep]) {
    if walk.isWalking { walk.closeOpen(signal, into: &steps) }
    restart(into: &steps)
  }

  /// Ends the walk, if there is one, and forgets the signal.
  private mutating func restart(into steps: inout [DetectedStep]) {
    walk.restart(at: sampler.origin, into: &steps)
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
      candidates, meanSize: correlation.meanSize, signal: signal, hint: hint, into: &steps)
  }
}
