public import Kernel
public import Observations

/// What the person is doing and how far they walked: the activity monitor and the step counter, each
/// helping the other.
public struct MotionEngine: Sendable {
  /// How steps are counted.
  public enum Counter: String, CaseIterable, Sendable {
    /// By the regularity of gait, with distance, floors and a learned stride.
    case gait
    /// By peaks of the acceleration, which much besides walking has: for comparison.
    case peaks
  }

  /// What can be set.
  public struct Parameters: Hashable, Sendable {
    /// Whether activities are told at all.
    public var tellsActivity = true
    /// How activities are followed.
    public var activity = ActivityTracker.Parameters()
    /// How steps are counted.
    public var counter = Counter.gait
    /// The pedometer's settings.
    public var pedometer = Pedometer.Parameters()
    /// The settings of the plain counter.
    public var peaks = PeakStepCounter.Parameters()

    /// Creates the defaults.
    public init() {}
  }

  private let parameters: Parameters
  private let startTime: SimTime
  /// The activities, with their history.
  public private(set) var activity: ActivityMonitor
  /// The steps, with their history.
  public private(set) var pedometer: Pedometer
  private var peaks: PeakStepCounter

  /// Creates an engine that knows nothing of the person yet.
  ///
  /// - Parameters:
  ///   - parameters: How its parts are set.
  ///   - time: From when on it counts.
  public init(parameters: Parameters = Parameters(), at time: SimTime = .start) {
    self.parameters = parameters
    startTime = time
    activity = ActivityMonitor(parameters: parameters.activity, at: time)
    pedometer = Pedometer(from: time, parameters: parameters.pedometer)
    peaks = PeakStepCounter(parameters: parameters.peaks)
  }

  /// What is told to somebody who begins to listen; nil if activities aren't told.
  public var currentActivity: ActivityReport? {
    parameters.tellsActivity ? activity.current : nil
  }

  /// Takes a batch of the accelerometer.
  ///
  /// - Parameters:
  ///   - batch: The readings.
  ///   - time: When it came.
  ///   - tell: Takes each activity that begins.
  /// - Returns: What is now counted, if an app is due to be told.
  public mutating func receive(
    _ batch: InertialBatch, at time: SimTime, _ tell: (ActivityReport) -> Void
  ) -> PedometerRecord? {
    // The plain counter is for comparison, and has nobody's help.
    guard parameters.counter == .gait else {
      if parameters.tellsActivity { activity.receive(batch, tell) }
      guard peaks.receive(batch) > 0 else { return nil }
      return PedometerRecord(startTime: startTime, endTime: time, stepCount: peaks.stepCount)
    }
    if parameters.tellsActivity {
      activity.receive(batch, tell)
      pedometer.hint = MotionHint(activity.current)
    }
    pedometer.receive(accelerometer: batch)
    return pedometer.push(at: time)
  }

  /// Takes a reading of the barometer.
  public mutating func receive(_ pressure: PressureSample) {
    if parameters.counter == .gait { pedometer.receive(pressure: pressure) }
  }

  /// Takes a change of the link to a car.
  public mutating func receive(_ link: VehicleLink) {
    activity.receive(link)
  }

  /// Takes a change of the supply.
  public mutating func receive(_ power: PowerSource) {
    activity.receive(power)
  }

  /// Takes a location that was told, for its speed and to learn the person's stride.
  public mutating func receive(_ fix: LocationFix) {
    activity.receive(fix)
    if parameters.counter == .gait { pedometer.receive(fix: fix) }
  }

  /// Notes that time goes by, perhaps without readings.
  ///
  /// - Parameter time: The time.
  /// - Returns: That nothing is known any more, if it has come to that.
  public mutating func elapse(to time: SimTime) -> ActivityReport? {
    parameters.tellsActivity ? activity.elapse(to: time) : nil
  }

  /// What was done in an interval of the last seven days, smoothed; the first may begin earlier.
  public func activities(from begin: SimTime, to end: SimTime) -> [ActivityReport] {
    guard parameters.tellsActivity else { return [] }
    return activity.records(from: begin, to: end).map { report in
      // The window that was the first may reach back to before there was an engine.
      var report = report
      report.startTime = max(report.startTime, startTime)
      return report
    }
  }

  /// The steps of an interval of the last seven days; the plain counter keeps none.
  public func steps(from begin: SimTime, to end: SimTime) -> PedometerRecord {
    pedometer.record(from: begin, to: end)
  }

  /// The steps since a time up to now, with the pace of now.
  public func steps(since begin: SimTime, at time: SimTime) -> PedometerRecord {
    pedometer.record(since: begin, at: time)
  }

  /// The pauses in walking, and their ends, since the last call.
  public mutating func takeEvents() -> [PedometerEvent] { pedometer.takeEvents() }

  /// What is counted at last, for an app that is to be told once more.
  public mutating func lastRecord(at time: SimTime) -> PedometerRecord? {
    parameters.counter == .gait ? pedometer.finish(at: time) : nil
  }

  /// Takes a start of the phone: histories and counts stay, what was under way is forgotten.
  ///
  /// - Parameter time: When.
  /// - Returns: That nothing is known yet.
  public mutating func restart(at time: SimTime) -> ActivityReport? {
    pedometer.reboot()
    let report = activity.restart(at: time)
    return parameters.tellsActivity ? report : nil
  }
}
