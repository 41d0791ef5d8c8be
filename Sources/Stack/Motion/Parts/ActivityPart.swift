public import Kernel
import Observations
public import Parts

/// Activity recognition as a stack component: HMM forward filter, history, and recognition from
/// speed.
public struct ActivityPart: StackPart {
  private let parameters: ActivityTracker.Parameters
  private var monitor: ActivityMonitor
  private var startTime = SimTime.start
  /// Report from locations alone, published with the next tick, since locations arrive after a pass.
  private var waiting: ActivityReport?

  /// Creates a component whose activity is unknown.
  public init(_ parameters: ActivityTracker.Parameters = ActivityTracker.Parameters()) {
    self.parameters = parameters
    monitor = ActivityMonitor(parameters: parameters)
  }

  public var subscribes: Topics { [.motionBatch, .vehicle, .power, .tick, .boot] }
  public var receivesAfterPass: Topics { [.skyFix] }
  public var publishes: Topics { [.activity, .speedActivity] }

  public mutating func start(at time: SimTime, onto board: inout Board) {
    startTime = time
    monitor = ActivityMonitor(parameters: parameters, at: time)
    board.publish(.activity(monitor.current))
  }

  public mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    switch event {
    case .result(.motionBatch(let batch)): monitor.receive(batch) { board.publish(.activity($0)) }
    case .result(.skyFix(let fix)):
      if let report = monitor.receive(sky: fix) { waiting = report }
    case .observation(.vehicle(let link)): monitor.receive(link)
    case .observation(.power(let power)): monitor.receive(power)
    case .observation(.boot):
      if let report = monitor.restart(at: time) { board.publish(.activity(report)) }
    case .tick:
      if let waiting, waiting == monitor.current { board.publish(.activity(waiting)) }
      waiting = nil
      if let report = monitor.elapse(to: time) { board.publish(.activity(report)) }
    default: break
    }
  }

  public func answer(_ question: HistoryQuestion, at time: SimTime) -> HistoryAnswer? {
    guard case .activities(let begin, let end) = question else { return nil }
    let records = monitor.records(from: begin, to: end).map { report in
      // The first window may reach back to before the component's start.
      var report = report
      report.startTime = max(report.startTime, startTime)
      return report
    }
    return .activities(records)
  }
}
