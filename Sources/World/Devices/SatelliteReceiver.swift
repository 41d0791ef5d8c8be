import Kernel
import Observations

/// A phone's satellite receiver: its duty cycle, as far as it shows in the battery, and the epochs
/// that it keeps until the processor takes them.
struct SatelliteReceiver: Sendable {
  /// What it does.
  enum Phase: Sendable {
    case acquiring, tracking, standby
  }

  /// How often it measures where the stack doesn't say.
  static let usualPeriod = SimDuration.seconds(1)
  /// How many satellites with a known time make a fix.
  private static let enough = 4
  /// How long it looks on before it searches again; an estimate.
  private static let patience = SimDuration.seconds(10)
  /// From this period on the receiver rests between epochs; an estimate.
  private static let restingPeriod = SimDuration.seconds(7)
  /// How often a receiver looks that isn't to lose its satellites.
  private static let look = SimDuration.seconds(1)
  /// How many epochs a receiver can keep; an estimate.
  private static let mostKept = 4096
  /// How long a receiver listens before an epoch where it had satellites, and where it had none.
  ///
  /// Estimates. Receivers that are asked seldom search for a limited time, for what can't be heard
  /// within seconds of a hot start won't be in the next minute either.
  private static let warmUp = SimDuration.seconds(4)
  private static let search = SimDuration.seconds(6)

  private(set) var phase = Phase.acquiring
  private var lastGood: SimTime?
  /// Whether it had satellites when it was last put to rest.
  private var hadFix = false
  /// When it is to measure next.
  private var nextEpoch = SimTime.start
  private var kept: [Observation] = []
  private var isDeliveryPlanned = false

  /// Begins to search.
  mutating func start() { (phase, lastGood, hadFix) = (.acquiring, nil, false) }

  /// Loses what it has kept, as chips do that aren't asked to hand it on.
  mutating func stop() { kept.removeAll() }

  /// Takes what was measured into account, live or recorded: it may rest until the next epoch.
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
      // One that tracks has only to find its satellites again; one that found none searches, and
      // gives up as soon as that is over.
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

  /// Wakes a receiver at rest that is to measure sooner.
  ///
  /// - Returns: When it measures; nil if that stays as it was.
  mutating func hasten(_ period: SimDuration, at now: SimTime) -> SimTime? {
    let next = now + period
    guard next < nextEpoch else { return nil }
    nextEpoch = next
    wake()
    return next
  }

  /// Listens before an epoch.
  ///
  /// - Returns: Whether it does; one that was asked for more meanwhile is awake.
  mutating func listen(_ schedule: inout Schedule<DeviceEvent>) -> Bool {
    guard schedule.now < nextEpoch else { return false }
    wake()
    if schedule.now + Self.look < nextEpoch { schedule.schedule(.gnssWake, after: Self.look) }
    return true
  }

  /// Keeps something for later.
  ///
  /// - Returns: Whether it can keep no more.
  mutating func keep(_ observation: Observation) -> Bool {
    kept.append(observation)
    return kept.count >= Self.mostKept
  }

  /// What it has kept, which it keeps no longer.
  mutating func takeKept() -> [Observation] {
    defer { kept.removeAll(keepingCapacity: true) }
    return kept
  }

  /// Sees to it that what it keeps is handed on in time.
  mutating func planDelivery(after delay: SimDuration, _ schedule: inout Schedule<DeviceEvent>) {
    guard delay > .zero, !isDeliveryPlanned else { return }
    isDeliveryPlanned = true
    schedule.schedule(.gnssDelivery, after: delay)
  }

  /// Notes that the planned delivery has come.
  mutating func beginDelivery() { isDeliveryPlanned = false }
}
