public import Kernel
import Observations
public import Parts

/// Says what the user does: the activity monitor as a part.
public struct ActivityPart: StackPart {
  private let parameters: ActivityTracker.Parameters
  private var monitor: ActivityMonitor
  private var startTime = SimTime.start
  /// What locations alone have told: it is said with the next tick, since locations come when a pass is over.
  private var waiting: ActivityReport?

  /// Creates a part that knows nothing of the user yet.
  public init(_ parameters: ActivityTracker.Parameters = ActivityTracker.Parameters()) {
    self.parameters = parameters
    monitor = ActivityMonitor(parameters: parameters)
  }

  public var listens: Topics { [.motionBatch, .vehicle, .power, .tick, .boot] }
  public var hearsAfterwards: Topics { [.fix, .skyFix] }
  public var tells: Topics { [.activity, .speedActivity] }

  public mutating func start(at time: SimTime, onto board: inout Board) {
    startTime = time
    monitor = ActivityMonitor(parameters: parameters, at: time)
    board.tell(.activity(monitor.current))
  }

  public mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    switch news {
    case .finding(.motionBatch(let batch)): monitor.receive(batch) { board.tell(.activity($0)) }
    case .finding(.fix(let fix)): monitor.receive(fix)
    case .finding(.skyFix(let fix)):
      if let report = monitor.receive(sky: fix) { waiting = report }
    case .observation(.vehicle(let link)): monitor.receive(link)
    case .observation(.power(let power)): monitor.receive(power)
    case .observation(.boot):
      if let report = monitor.restart(at: time) { board.tell(.activity(report)) }
    case .tick:
      if let waiting, waiting == monitor.current { board.tell(.activity(waiting)) }
      waiting = nil
      if let report = monitor.elapse(to: time) { board.tell(.activity(report)) }
    default: break
    }
  }

  public func answer(_ question: HistoryQuestion, at time: SimTime) -> HistoryAnswer? {
    guard case .activities(let begin, let end) = question else { return nil }
    let records = monitor.records(from: begin, to: end).map { report in
      // The window that was the first may reach back to before there was a monitor.
      var report = report
      report.startTime = max(report.startTime, startTime)
      return report
    }
    return .activities(records)
  }
}
