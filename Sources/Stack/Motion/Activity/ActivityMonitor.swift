public import Kernel
public import Observations

/// Activity recognition of a phone: feature extraction, HMM forward filter and history.
public struct ActivityMonitor: Sendable {
  /// Feature extraction.
  public private(set) var features: MotionFeatures
  /// HMM forward filter.
  public private(set) var tracker: ActivityTracker
  /// Evidence of the last seven days.
  public private(set) var history = ActivityHistory()
  /// Number of consecutive windows with a stuck sensor.
  private var stuckWindows = 0
  private let parameters: ActivityTracker.Parameters

  /// Creates a monitor that starts at a time.
  public init(
    parameters: ActivityTracker.Parameters = ActivityTracker.Parameters(), at time: SimTime = .start
  ) {
    self.parameters = parameters
    features = MotionFeatures(parameters: parameters.windows)
    tracker = ActivityTracker(parameters: parameters, at: time)
  }

  /// Latest report, for new subscribers.
  public var current: ActivityReport { tracker.current }

  /// Processes a batch of accelerometer readings, and passes each change of activity to `tell`.
  public mutating func receive(_ batch: InertialBatch, _ publish: (ActivityReport) -> Void) {
    var position = 0
    while features.advance(batch, &position) {
      let vector = features.latest
      stuckWindows = features.isStuck ? stuckWindows + 1 : 0
      if stuckWindows >= parameters.stuckWindows {
        if let report = tracker.elapse(to: .distantFuture) { publish(report) }
        continue
      }
      if let report = tracker.receive(vector) { publish(report) }
      if let evidence = tracker.lastEvidence { history.add(evidence, endingAt: vector.time) }
    }
  }

  /// Updates the link to a car.
  public mutating func receive(_ link: VehicleLink) { tracker.receive(link) }

  /// Updates the power supply.
  public mutating func receive(_ power: PowerSource) { tracker.receive(power) }

  /// Processes a GNSS location; returns a change of activity where speed is the only evidence.
  public mutating func receive(sky fix: LocationFix) -> ActivityReport? {
    let before = tracker.evidenceCount
    let report = tracker.receive(sky: fix)
    if tracker.evidenceCount != before, let evidence = tracker.lastEvidence {
      history.add(evidence, endingAt: fix.time)
    }
    return report
  }

  /// Advances the clock without readings; returns an unknown activity after a timeout.
  public mutating func elapse(to time: SimTime) -> ActivityReport? { tracker.elapse(to: time) }

  /// Resets after a boot, but keeps the history; returns an unknown activity if that is a change.
  public mutating func restart(at time: SimTime) -> ActivityReport? {
    features.reset()
    stuckWindows = 0
    return tracker.restart(at: time)
  }

  /// Returns the smoothed activities of an interval; the first may begin before `begin`.
  public func records(from begin: SimTime, to end: SimTime) -> [ActivityReport] {
    history.records(from: begin, to: end, parameters: parameters)
  }
}
