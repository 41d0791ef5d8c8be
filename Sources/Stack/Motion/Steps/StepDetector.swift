import Kernel
public import Observations
public import Parts

/// Step detector by windowed autocorrelation, independent of the phone's placement.
///
/// Provides footfalls in real time, and the steps of a walk once they are certain. Both derive from
/// one signal, the band-passed magnitude of the specific force (``GaitBand``). Peaks in a rhythm are
/// footfalls (``StepEventFinder``), for consumers that can't wait. Once a second the detector
/// evaluates the last 4 s: step rates that explain the autocorrelation, and their log odds of gait
/// (``GaitEvidence``), less where the shape of the motion is that of busy arms (``GaitShape``). The log odds accumulate; when they suffice, all steps since the walk began are
/// reported. Steps are counted as rate times time, which neither loses soft steps nor doubles those
/// with two peaks, over the moving slots of 0.2 s.
///
/// A walk is reported after 4 s of steps plus two or three seconds. Rates range from 0.8 to 3.8
/// steps/s.
///
/// Weights and defaults derive from the Oxford step counter, MotionSense, WISDM and SensorWatch data
/// and from simulated walks, vehicles and fidgeting; all files of all sets share one setting. A
/// ``MotionHint`` helps, but isn't needed.
public struct StepDetector: Sendable {
  /// Entry in the buffer between ``process(_:stride:into:)`` and ``confirm(into:)``.
  private enum BufferedInput: Sendable {
    /// Next value of the step band, and the specific force, in m/s².
    case value(Float, SIMD3<Float>)
    /// Break, after which values start at a time.
    case restart(SimTime)
  }

  private let parameters: Parameters
  private var sampler: ForceSampler
  private var band = GaitBand()
  private var stepEvents: StepEventFinder
  /// Values that are not evaluated yet.
  private var received: [BufferedInput] = []
  private var signal = GaitSignal()
  private var correlation: GaitCorrelation
  private var candidates: [GaitCandidate] = []
  private var past: GaitPast
  private var walk: WalkTracker

  /// Activity, where another sensor or algorithm provides one.
  public var hint = MotionHint.none
  /// True if ``hint`` has high confidence.
  public var isHintConfident = false

  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    sampler = ForceSampler(parameters.sampler)
    stepEvents = StepEventFinder(parameters.stepEvents)
    correlation = GaitCorrelation(cut: parameters.gait.cut)
    past = GaitPast(tolerance: parameters.gait.tolerance)
    walk = WalkTracker(parameters: parameters)
    candidates.reserveCapacity(32)
  }

  /// True while steps are detected.
  public var isWalking: Bool { walk.isWalking }

  /// Present step rate, in steps/s; nil outside of a walk.
  public var stepsPerSecond: Float? { walk.isWalking ? walk.rate : nil }

  /// Faults of the readings so far.
  public var faults: StepFaults { sampler.faults }

  /// Processes a batch of accelerometer readings, and appends the confirmed footfalls to `found`,
  /// oldest first.
  public mutating func process(
    _ batch: InertialBatch, stride: StrideModel, into found: inout [StepEvent]
  ) {
    for sample in batch.samples {
      switch sampler.accept(sample) {
      case .ignored: continue
      case .restarted:
        band = GaitBand()
        stepEvents.restart()
        received.append(.restart(sampler.origin))
      case .continued:
        while let length = sampler.nextLength() {
          let value = band.filter(length)
          received.append(.value(value, sampler.force))
          let end = SimTime(
            nanoseconds: sampler.origin.nanoseconds &+ Int64(sampler.valueEnd * 1e9))
          stepEvents.process(value, endingAt: end, stride: stride, into: &found)
        }
      }
    }
  }

  /// Evaluates the buffered values, and appends the confirmed steps, oldest first.
  public mutating func confirm(into steps: inout [DetectedStep]) {
    for entry in received {
      switch entry {
      case .restart(let origin): restart(at: origin, into: &steps)
      case .value(let value, let force): if signal.add(value, force) { look(into: &steps) }
      }
    }
    received.removeAll(keepingCapacity: true)
  }

  /// Appends the pending steps of an open walk, at the end of the data.
  public mutating func finish(into steps: inout [DetectedStep]) {
    confirm(into: &steps)
    if walk.isWalking { walk.closeOpen(signal, into: &steps) }
    restart(at: sampler.origin, into: &steps)
  }

  /// Ends an open walk and clears the signal.
  private mutating func restart(at origin: SimTime, into steps: inout [DetectedStep]) {
    walk.restart(at: origin, into: &steps)
    signal = GaitSignal()
    past.clear()
  }

  /// Evaluates the window.
  private mutating func look(into steps: inout [DetectedStep]) {
    correlation.process(signal.window)
    defer { signal.advance() }
    var hasShape = true
    candidates.removeAll(keepingCapacity: true)
    if correlation.meanSize > parameters.minSize {
      correlation.correlate()
      GaitCandidate.find(
        in: correlation, after: past, by: parameters.gait, into: &candidates)
      if let best = candidates.max(by: { $0.evidence < $1.evidence }),
        let odds = GaitShape.logOdds(best, forces: signal.forces)
      {
        hasShape = odds >= parameters.minShape
        let doubt = min(0, odds - parameters.minShape)
        for index in candidates.indices { candidates[index].evidence += doubt }
      }
    } else if !walk.isStarted {
      past.add(candidates)
      walk.rest()
      return
    }
    past.add(candidates)
    walk.weigh(
      candidates, hasShape: hasShape, meanSize: correlation.meanSize, signal: signal, hint: hint,
      isConfident: isHintConfident, into: &steps)
  }
}
