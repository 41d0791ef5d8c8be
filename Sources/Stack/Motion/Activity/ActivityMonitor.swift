public import Kernel
public import Observations

/// Everything about activity that a phone needs: readings in, changes out, history kept.
public struct ActivityMonitor: Sendable {
  /// What turns readings into numbers.
  public private(set) var features: MotionFeatures
  /// What follows the person.
  public private(set) var tracker: ActivityTracker
  /// What can be asked for later.
  public private(set) var history = ActivityHistory()
  /// How many windows in a row came from a sensor that is stuck.
  private var stuckWindows = 0
  private let parameters: ActivityTracker.Parameters

  /// Creates a monitor.
  ///
  /// - Parameters:
  ///   - parameters: How its parts are set.
  ///   - time: When it begins.
  public init(
    parameters: ActivityTracker.Parameters = ActivityTracker.Parameters(), at time: SimTime = .start
  ) {
    self.parameters = parameters
    features = MotionFeatures(parameters: parameters.windows)
    tracker = ActivityTracker(parameters: parameters, at: time)
  }

  /// What is told now: what a push begins with.
  public var current: ActivityReport { tracker.current }

  /// Takes a batch of the accelerometer.
  ///
  /// - Parameters:
  ///   - batch: The readings.
  ///   - tell: Takes what has changed, window by window.
  public mutating func receive(_ batch: InertialBatch, _ tell: (ActivityReport) -> Void) {
    var position = 0
    while features.advance(batch, &position) {
      let vector = features.latest
      stuckWindows = features.isStuck ? stuckWindows + 1 : 0
      if stuckWindows >= parameters.stuckWindows {
        if let report = tracker.elapse(to: .distantFuture) { tell(report) }
        continue
      }
      if let report = tracker.receive(vector) { tell(report) }
      if let evidence = tracker.lastEvidence { history.add(evidence, endingAt: vector.time) }
    }
  }

  /// Takes a change of the link to a car.
  public mutating func receive(_ link: VehicleLink) { tracker.receive(link) }

  /// Takes a change of the supply.
  public mutating func receive(_ power: PowerSource) { tracker.receive(power) }

  /// Takes a location that apps are told.
  public mutating func receive(_ fix: LocationFix) { tracker.receive(fix) }

  /// Takes a location by satellites.
  ///
  /// - Parameter fix: The location.
  /// - Returns: What has changed by it, where nothing but speeds tells of the user.
  public mutating func receive(sky fix: LocationFix) -> ActivityReport? {
    let before = tracker.evidenceCount
    let report = tracker.receive(sky: fix)
    if tracker.evidenceCount != before, let evidence = tracker.lastEvidence {
      history.add(evidence, endingAt: fix.time)
    }
    return report
  }

  /// Notes that time goes by without readings.
  ///
  /// - Parameter time: The time.
  /// - Returns: That nothing is known any more, if it has come to that.
  public mutating func elapse(to time: SimTime) -> ActivityReport? { tracker.elapse(to: time) }

  /// Takes a boot; the history stays.
  ///
  /// - Parameter time: When.
  /// - Returns: That nothing is known yet.
  public mutating func restart(at time: SimTime) -> ActivityReport? {
    features.reset()
    stuckWindows = 0
    return tracker.restart(at: time)
  }

  /// What was done from one time to another.
  ///
  /// - Parameters:
  ///   - begin: From when.
  ///   - end: Until when.
  /// - Returns: The records, the first of which may begin earlier.
  public func records(from begin: SimTime, to end: SimTime) -> [ActivityReport] {
    history.records(from: begin, to: end, parameters: parameters)
  }
}
