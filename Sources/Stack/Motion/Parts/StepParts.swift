public import Kernel
import Observations
public import Parts

/// Counts steps by the regularity of gait, with distance, floors and a learned stride: the pedometer
/// as a part.
public struct GaitStepsPart: StackPart {
  private let parameters: Pedometer.Parameters
  private var pedometer: Pedometer
  /// What is being done; nil where nobody says.
  private var hint: (doing: MotionHint, isSure: Bool)?
  /// Whether what was heard is to be counted once it is known what is being done.
  private var isDue = false

  /// Creates a part that has counted nothing.
  public init(_ parameters: Pedometer.Parameters = Pedometer.Parameters()) {
    self.parameters = parameters
    pedometer = Pedometer(from: .start, parameters: parameters)
  }

  public var listens: Topics { [.accelerometer, .motionBatch, .activity, .barometer, .boot] }
  public var hearsAfterwards: Topics { .fix }
  public var tells: Topics { [.footfalls, .steps, .walkingPause] }
  public var needs: PartNeeds { .barometer }

  public mutating func start(at time: SimTime, onto board: inout Board) {
    pedometer = Pedometer(from: time, parameters: parameters)
  }

  public mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    switch news {
    case .finding(.activity(let report)):
      hint = (MotionHint(report), report.confidence == .high)
    case .finding(.motionBatch): isDue = true
    case .finding(.fix(let fix)): pedometer.receive(fix: fix)
    case .observation(.accelerometer(let batch)):
      let footfalls = pedometer.hear(batch)
      if !footfalls.isEmpty { board.tell(.footfalls(footfalls)) }
    case .observation(.barometer(let sample)): pedometer.receive(pressure: sample)
    case .observation(.boot): pedometer.reboot()
    default: break
    }
  }

  public mutating func settle(at time: SimTime, onto board: inout Board) {
    guard isDue else { return }
    isDue = false
    if let hint { (pedometer.hint, pedometer.isHintSure) = (hint.doing, hint.isSure) }
    pedometer.confirm()
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
  private var rhythm = StepRhythm()
  private let stride = StrideModel()
  /// Whether what was heard is to be told.
  private var isDue = false
  /// How many steps were told.
  private var toldCount = 0
  private var startTime = SimTime.start

  /// Creates a part that has counted nothing.
  public init(_ parameters: PeakStepCounter.Parameters = PeakStepCounter.Parameters()) {
    counter = PeakStepCounter(parameters: parameters)
  }

  public var listens: Topics { [.accelerometer, .motionBatch] }
  public var tells: Topics { [.footfalls, .steps] }

  public mutating func start(at time: SimTime, onto board: inout Board) { startTime = time }

  public mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    switch news {
    case .finding(.motionBatch): isDue = true
    case .observation(.accelerometer(let batch)):
      var footfalls: [Footfall] = []
      for peak in counter.receive(batch) {
        rhythm.beat(at: peak.time, seen: peak.seen, stride: length, into: &footfalls)
      }
      if let last = batch.samples.last { rhythm.elapse(to: last.time) }
      if !footfalls.isEmpty { board.tell(.footfalls(footfalls)) }
    default: break
    }
  }

  public mutating func settle(at time: SimTime, onto board: inout Board) {
    guard isDue else { return }
    isDue = false
    guard counter.stepCount > toldCount else { return }
    toldCount = counter.stepCount
    board.tell(
      .steps(PedometerRecord(startTime: startTime, endTime: time, stepCount: counter.stepCount)))
  }

  /// How long everybody's step is that takes so many seconds, in m.
  private func length(interval: Double) -> Double {
    stride.length(stepsPerSecond: 1 / interval, meanSize: 1)
  }
}

/// Tells footfalls alone, beside a step counter of somebody's own that tells none: others listen to them.
public struct FootfallPart: StackPart {
  private var pedometer = Pedometer()

  /// Creates a part that has heard nothing.
  public init() {}

  public var listens: Topics { .accelerometer }
  public var tells: Topics { .footfalls }

  public mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    guard case .observation(.accelerometer(let batch)) = news else { return }
    let footfalls = pedometer.hear(batch)
    pedometer.confirm()
    if !footfalls.isEmpty { board.tell(.footfalls(footfalls)) }
  }
}
