import Kernel
import Observations

/// A phone's satellite receiver: the duty cycle as far as the battery shows it, and the epoch buffer.
struct SatelliteReceiver: Sendable {
  /// The power phase.
  enum Phase: Sendable {
    case acquiring, tracking, standby
  }

  /// Default measurement period.
  static let usualPeriod = SimDuration.seconds(1)
  /// Min number of satellites with a decoded time for a fix.
  private static let enough = 4
  /// Timeout without a fix after which it acquires again; an estimate.
  private static let patience = SimDuration.seconds(10)
  /// Min period with rest between epochs; an estimate.
  private static let restingPeriod = SimDuration.seconds(7)
  /// Interval of measurements that keeps the satellites in track.
  private static let look = SimDuration.seconds(1)
  /// Buffer capacity, in epochs; an estimate.
  private static let maxKept = 4096
  /// Listening time before an epoch, with and without satellites at the last one.
  ///
  /// Estimates. A receiver with a long period searches for a limited time: signals that are not acquired
  /// within seconds of a hot start won't be within the next minute either.
  private static let warmUp = SimDuration.seconds(4)
  private static let search = SimDuration.seconds(6)

  private(set) var phase = Phase.acquiring
  private var lastGood: SimTime?
  /// True if it had satellites at the last change to standby.
  private var hadFix = false
  private var nextEpoch = SimTime.start
  private var kept: [Observation] = []
  private var isDeliveryPlanned = false

  /// Begins the acquisition.
  mutating func start() { (phase, lastGood, hadFix) = (.acquiring, nil, false) }

  /// Drops the buffer, as chips do at a stop.
  mutating func stop() { kept.removeAll() }

  /// Updates the duty cycle after an epoch, live or recorded: it may rest until the next one.
  mutating func note(
    _ epoch: GNSSEpoch, _ period: SimDuration, _ schedule: inout Schedule<DeviceEvent>
  ) {
    let count = epoch.measurements.reduce(0) {
      let isWhole =
        $1.state.contains(.timeOfWeekDecoded) || $1.state.contains(.glonassTimeOfDayDecoded)
      return $0 + (isWhole ? 1 : 0)
    }
    if count >= Self.enough { lastGood = epoch.time }
    let isTracking = lastGood.map { epoch.time - $0 <= max(Self.patience, period) } ?? false
    phase = isTracking ? .tracking : .acquiring
    if period >= Self.restingPeriod {
      // A tracking receiver only reacquires its satellites; one without satellites searches, and
      // gives up at the end of the search.
      hadFix = isTracking
      phase = .standby
      schedule.schedule(.gnssWake, after: period - (hadFix ? Self.warmUp : Self.search))
    } else if period > Self.look {
      schedule.schedule(.gnssWake, after: Self.look)
    }
    nextEpoch = schedule.now + period
  }

  private mutating func wake() {
    if phase == .standby { phase = hadFix ? .tracking : .acquiring }
  }

  /// Wakes a resting receiver for an earlier epoch.
  ///
  /// - Returns: The time of that epoch; nil without a change.
  mutating func hasten(_ period: SimDuration, at now: SimTime) -> SimTime? {
    let next = now + period
    guard next < nextEpoch else { return nil }
    nextEpoch = next
    wake()
    return next
  }

  /// Listens before an epoch; returns false if the epoch has been moved forward, so that it is awake.
  mutating func listen(_ schedule: inout Schedule<DeviceEvent>) -> Bool {
    guard schedule.now < nextEpoch else { return false }
    wake()
    if schedule.now + Self.look < nextEpoch { schedule.schedule(.gnssWake, after: Self.look) }
    return true
  }

  /// Buffers an observation; returns true if the buffer is full.
  mutating func keep(_ observation: Observation) -> Bool {
    kept.append(observation)
    return kept.count >= Self.maxKept
  }

  /// Returns and clears the buffer.
  mutating func takeKept() -> [Observation] {
    defer { kept.removeAll(keepingCapacity: true) }
    return kept
  }

  /// Schedules the delivery of the buffer.
  mutating func planDelivery(after delay: SimDuration, _ schedule: inout Schedule<DeviceEvent>) {
    guard delay > .zero, !isDeliveryPlanned else { return }
    isDeliveryPlanned = true
    schedule.schedule(.gnssDelivery, after: delay)
  }

  /// Marks the planned delivery as done.
  mutating func beginDelivery() { isDeliveryPlanned = false }
}
