import Kernel
import Observations
import Signals

/// What the satellite receiver is busy with, as far as it shows in the battery.
struct ReceiverState: Sendable {
  /// What it does.
  enum Phase: Sendable {
    case acquiring, tracking, standby
  }

  /// How many satellites with a known time make a fix.
  private static let enough = 4
  /// How long it looks on before it searches again; an estimate.
  private static let patience = SimDuration.seconds(10)

  private(set) var phase = Phase.acquiring
  private var lastGood: SimTime?

  /// Takes what was measured into account.
  mutating func note(_ epoch: GNSSEpoch, _ period: SimDuration?) {
    let count = epoch.measurements.reduce(0) {
      let isWhole =
        $1.state.contains(.timeOfWeekDecoded) || $1.state.contains(.glonassTimeOfDayDecoded)
      return $0 + (isWhole ? 1 : 0)
    }
    if count >= Self.enough { lastGood = epoch.time }
    guard let lastGood, epoch.time - lastGood <= max(Self.patience, period ?? .zero) else {
      phase = .acquiring
      return
    }
    phase = .tracking
  }

  /// Whether it had satellites when it was last put to rest.
  private var hadFix = false

  /// Lets it rest until the next time.
  ///
  /// - Returns: How long before then it must listen again: one that tracks has only to find its
  ///   satellites again, one that found none searches, and gives up as soon as that is over.
  mutating func rest() -> SimDuration {
    hadFix = phase == .tracking
    phase = .standby
    return hadFix ? Self.warmUp : Self.search
  }

  /// Lets it listen again.
  mutating func wake() {
    if phase == .standby { phase = hadFix ? .tracking : .acquiring }
  }

  /// How long a receiver listens before an epoch where it had satellites, and where it had none.
  ///
  /// Estimates. Receivers that are asked seldom search for a limited time, for what can't be heard
  /// within seconds of a hot start won't be in the next minute either.
  private static let warmUp = SimDuration.seconds(4)
  private static let search = SimDuration.seconds(6)
}

/// The satellite receiver: epochs, duty cycles, and epochs that wait for the processor.
extension DeviceModel {
  /// From this period on the receiver rests between epochs; an estimate.
  private static let restingPeriod = SimDuration.seconds(7)
  /// How often a receiver looks that isn't to lose its satellites.
  private static let look = SimDuration.seconds(1)
  /// How many epochs a receiver can keep; an estimate.
  private static let mostKept = 4096

  mutating func measureGNSS(_ schedule: inout Schedule<DeviceEvent>) {
    let now = schedule.now
    let period = periods[.gnss] ?? .seconds(1)
    sensorEvents[.gnss] = schedule.schedule(.gnssEpoch, after: period)
    guard let epoch = signals?.gnssEpoch(at: now) else { return }
    note(epoch, &schedule)
    // Satellites repeat their messages each half-minute; a receiver without help learns them so.
    let isDue = now.nanoseconds % 6_000_000_000 < period.nanoseconds
    for message in isDue ? signals?.newMessages(at: now) ?? [] : [] {
      handOn(.ephemeris(message), &schedule)
      // A stack may have heard enough.
      guard isOn[.gnss] else { return }
    }
    handOn(.gnss(epoch), &schedule)
  }

  /// Follows the receiver after an epoch, live or recorded: it may rest until the next.
  mutating func note(_ epoch: GNSSEpoch, _ schedule: inout Schedule<DeviceEvent>) {
    let now = schedule.now
    let period = periods[.gnss] ?? .seconds(1)
    receiverState.note(epoch, period)
    if period >= Self.restingPeriod {
      schedule.schedule(.gnssWake, after: period - receiverState.rest())
    } else if period > Self.look {
      schedule.schedule(.gnssWake, after: Self.look)
    }
    nextEpoch = now + period
    meter(.gnss, at: now)
  }

  /// Measures sooner when a receiver that is at rest is asked for more.
  mutating func hasten(_ schedule: inout Schedule<DeviceEvent>) {
    let next = schedule.now + (periods[.gnss] ?? .seconds(1))
    guard next < nextEpoch else { return }
    nextEpoch = next
    receiverState.wake()
    meter(.gnss, at: schedule.now)
    // A recording's epochs come when they came.
    guard let planned = sensorEvents[.gnss] else { return }
    schedule.cancel(planned)
    sensorEvents[.gnss] = schedule.schedule(.gnssEpoch, at: next)
  }

  mutating func wakeReceiver(_ schedule: inout Schedule<DeviceEvent>) {
    // One that was asked for more meanwhile is awake.
    guard isOn[.gnss], schedule.now < nextEpoch else { return }
    receiverState.wake()
    meter(.gnss, at: schedule.now)
    // What it sees on the way is nobody's.
    _ = signals?.gnssEpoch(at: schedule.now)
    if schedule.now + Self.look < nextEpoch { schedule.schedule(.gnssWake, after: Self.look) }
  }

  private mutating func handOn(
    _ observation: Observation, _ schedule: inout Schedule<DeviceEvent>
  ) {
    guard batching[.gnss] > .zero else {
      handOnEpochs(&schedule)
      return deliver(observation, &schedule)
    }
    keptEpochs.append(observation)
    if keptEpochs.count >= Self.mostKept { handOnEpochs(&schedule) }
  }

  /// Sees to it that kept epochs are handed on in time.
  mutating func planDelivery(_ schedule: inout Schedule<DeviceEvent>) {
    guard isOn[.gnss], signals != nil else { return }
    if batching[.gnss] > .zero, !isDeliveryPlanned {
      isDeliveryPlanned = true
      schedule.schedule(.gnssDelivery, after: batching[.gnss])
    }
  }

  mutating func deliverEpochs(_ schedule: inout Schedule<DeviceEvent>) {
    isDeliveryPlanned = false
    handOnEpochs(&schedule)
    planDelivery(&schedule)
  }

  /// Hands on what the receiver has kept, for which the processor is woken once.
  mutating func handOnEpochs(_ schedule: inout Schedule<DeviceEvent>) {
    guard !keptEpochs.isEmpty else { return }
    let kept = keptEpochs
    keptEpochs.removeAll(keepingCapacity: true)
    wakeProcessor(at: schedule.now)
    for observation in kept where isOn[.gnss] { deliver(observation, &schedule) }
  }
}
