public import Kernel
import Observations
public import Parts

/// Counts steps by the regularity of gait, with distance, floors and a learned stride: the pedometer
/// as a part.
public struct GaitStepsPart: StackPart {
  private let parameters: Pedometer.Parameters
  private var pedometer: Pedometer
  /// What is being done; nil where nobody says.
  private var hint: MotionHint?
  /// What is to be counted once it is known what is being done.
  private var pending: InertialBatch?

  /// Creates a part that has counted nothing.
  public init(_ parameters: Pedometer.Parameters = Pedometer.Parameters()) {
    self.parameters = parameters
    pedometer = Pedometer(from: .start, parameters: parameters)
  }

  public var listens: Topics { [.motionBatch, .activity, .barometer, .boot] }
  public var hearsAfterwards: Topics { .fix }
  public var tells: Topics { [.steps, .walkingPause] }
  public var needs: PartNeeds { .barometer }

  public mutating func start(at time: SimTime, onto board: inout Board) {
    pedometer = Pedometer(from: time, parameters: parameters)
  }

  public mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    switch news {
    case .finding(.activity(let report)): hint = MotionHint(report)
    case .finding(.motionBatch(let batch)): pending = batch
    case .finding(.fix(let fix)): pedometer.receive(fix: fix)
    case .observation(.barometer(let sample)): pedometer.receive(pressure: sample)
    case .observation(.boot): pedometer.reboot()
    default: break
    }
  }

  public mutating func settle(at time: SimTime, onto board: inout Board) {
    guard let batch = pending else { return }
    pending = nil
    if let hint { pedometer.hint = hint }
    pedometer.receive(accelerometer: batch)
    let record = pedometer.push(at: time)
    for event in pedometer.takeEvents() { board.tell(.walkingPause(event)) }
    if let record { board.tell(.steps(record)) }
  }

  public mutating func finish(at time: SimTime, onto board: inout Board) {
    if let record = pedometer.finish(at: time) { board.tell(.steps(record)) }
  }

  public func answer(_ question: HistoryQuestion, at time: SimTime) -> HistoryAnswer? {
    switch question {
    case .activities: nil
    case .steps(let begin, let end): .steps(pedometer.record(from: begin, to: end))
    case .stepsSince(let begin): .steps(pedometer.record(since: begin, at: time))
    }
  }
}

/// Counts steps by peaks of the acceleration, which much besides walking has: for comparison.
///
/// It has nobody's help, and keeps no history.
public struct PeakStepsPart: StackPart {
  private var counter: PeakStepCounter
  private var startTime = SimTime.start

  /// Creates a part that has counted nothing.
  public init(_ parameters: PeakStepCounter.Parameters = PeakStepCounter.Parameters()) {
    counter = PeakStepCounter(parameters: parameters)
  }

  public var listens: Topics { .motionBatch }
  public var tells: Topics { .steps }

  public mutating func start(at time: SimTime, onto board: inout Board) { startTime = time }

  public mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    guard case .finding(.motionBatch(let batch)) = news, counter.receive(batch) > 0 else { return }
    board.tell(
      .steps(PedometerRecord(startTime: startTime, endTime: time, stepCount: counter.stepCount)))
  }
}
