public import Kernel
import Observations
public import Parts

/// Pedometer as a stack component: steps by autocorrelation, distance, floors and a calibrated
/// stride.
public struct GaitStepsPart: StackPart {
  private let parameters: Pedometer.Parameters
  private var pedometer: Pedometer
  /// Latest activity; nil without an activity component.
  private var hint: (doing: MotionHint, isConfident: Bool)?
  /// True if buffered data is to be counted at the end of the pass, with the latest activity.
  private var isDue = false

  /// Creates a component without steps.
  public init(_ parameters: Pedometer.Parameters = Pedometer.Parameters()) {
    self.parameters = parameters
    pedometer = Pedometer(from: .start, parameters: parameters)
  }

  public var subscribes: Topics { [.accelerometer, .motionBatch, .activity, .barometer, .boot] }
  public var receivesAfterPass: Topics { .fix }
  public var publishes: Topics { [.stepEvents, .steps, .walkingPause] }
  public var needs: PartNeeds { .barometer }

  public mutating func start(at time: SimTime, onto board: inout Board) {
    pedometer = Pedometer(from: time, parameters: parameters)
  }

  public mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    switch event {
    case .result(.activity(let report)):
      hint = (MotionHint(report), report.confidence == .high)
    case .result(.motionBatch): isDue = true
    case .result(.fix(let fix)): pedometer.receive(fix: fix)
    case .observation(.accelerometer(let batch)):
      let stepEvents = pedometer.process(batch)
      if !stepEvents.isEmpty { board.publish(.stepEvents(stepEvents)) }
    case .observation(.barometer(let sample)): pedometer.receive(pressure: sample)
    case .observation(.boot): pedometer.reboot()
    default: break
    }
  }

  public mutating func endPass(at time: SimTime, onto board: inout Board) {
    guard isDue else { return }
    isDue = false
    if let hint { (pedometer.hint, pedometer.isHintConfident) = (hint.doing, hint.isConfident) }
    pedometer.confirm()
    let record = pedometer.push(at: time)
    for event in pedometer.drainEvents() { board.publish(.walkingPause(event)) }
    if let record { board.publish(.steps(record)) }
  }

  public mutating func finish(at time: SimTime, onto board: inout Board) {
    if let record = pedometer.finish(at: time) { board.publish(.steps(record)) }
  }

  public func answer(_ question: HistoryQuestion, at time: SimTime) -> HistoryAnswer? {
    switch question {
    case .activities: nil
    case .steps(let begin, let end): .steps(pedometer.record(from: begin, to: end))
    case .stepsSince(let begin): .steps(pedometer.record(since: begin, at: time))
    }
  }
}

/// Baseline step counter by peak detection, which also counts other motion.
///
/// It uses no activity, and keeps no history.
public struct PeakStepsPart: StackPart {
  private var counter: PeakStepCounter
  private var rhythm = StepRhythm()
  private let stride = StrideModel()
  /// True if a record is due at the end of the pass.
  private var isDue = false
  /// Number of steps in the latest record.
  private var reportedCount = 0
  private var startTime = SimTime.start

  /// Creates a component without steps.
  public init(_ parameters: PeakStepCounter.Parameters = PeakStepCounter.Parameters()) {
    counter = PeakStepCounter(parameters: parameters)
  }

  public var subscribes: Topics { [.accelerometer, .motionBatch] }
  public var publishes: Topics { [.stepEvents, .steps] }

  public mutating func start(at time: SimTime, onto board: inout Board) { startTime = time }

  public mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    switch event {
    case .result(.motionBatch): isDue = true
    case .observation(.accelerometer(let batch)):
      var stepEvents: [StepEvent] = []
      for peak in counter.receive(batch) {
        rhythm.beat(at: peak.time, seen: peak.seen, stride: length, into: &stepEvents)
      }
      if let last = batch.samples.last { rhythm.elapse(to: last.time) }
      if !stepEvents.isEmpty { board.publish(.stepEvents(stepEvents)) }
    default: break
    }
  }

  public mutating func endPass(at time: SimTime, onto board: inout Board) {
    guard isDue else { return }
    isDue = false
    guard counter.stepCount > reportedCount else { return }
    reportedCount = counter.stepCount
    board.publish(
      .steps(PedometerRecord(startTime: startTime, endTime: time, stepCount: counter.stepCount)))
  }

  /// Returns the population's step length, in m, for a step interval in s.
  private func length(interval: Double) -> Double {
    stride.length(stepsPerSecond: 1 / interval, meanSize: 1)
  }
}

/// Publishes footfalls beside a custom step counter without footfalls, for their other subscribers.
public struct StepEventPart: StackPart {
  private var pedometer = Pedometer()

  /// Creates a component without footfalls.
  public init() {}

  public var subscribes: Topics { .accelerometer }
  public var publishes: Topics { .stepEvents }

  public mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    guard case .observation(.accelerometer(let batch)) = event else { return }
    let stepEvents = pedometer.process(batch)
    pedometer.confirm()
    if !stepEvents.isEmpty { board.publish(.stepEvents(stepEvents)) }
  }
}
