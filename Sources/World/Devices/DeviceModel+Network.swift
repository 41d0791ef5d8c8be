import Kernel
import Observations
import Signals

/// The network, and its downloads.
extension DeviceModel {
  /// Round-trip time of an assistance request; an estimate.
  private static let roundTrip = SimDuration.seconds(0.5)

  mutating func setAirplaneMode(_ isOn: Bool, _ schedule: inout Schedule<DeviceEvent>) {
    guard !isReplay, uplink.setAirplaneMode(isOn) else { return }
    deliver(.network(uplink.reachability), &schedule)
  }

  mutating func setNetwork(
    _ new: NetworkReachability, _ schedule: inout Schedule<DeviceEvent>
  ) {
    if uplink.reach(new) { deliver(.network(new), &schedule) }
  }

  mutating func deliverAnswer(_ number: Int, _ schedule: inout Schedule<DeviceEvent>) {
    guard let download = uplink.takeAnswer(number), !uptime.isOff else { return }
    record(for: download, at: schedule.now)
    deliver(.download(download), &schedule)
  }

  /// Accounts for a received answer, live or recorded.
  private mutating func record(for download: Download, at time: SimTime) {
    uplink.count(download)
    power.exchange(
      bytes: download.bytes.count, over: uplink.reachability.route, for: ["stack"], at: time)
  }

  mutating func fetchAssistance(_ schedule: inout Schedule<DeviceEvent>) {
    let route = uplink.reachability.route
    guard route != .none, !uptime.isOff else { return }
    power.exchange(over: route, for: sensors[.gnss].causes, at: schedule.now)
    if isReplay {
      feed.askAssistance()
      handOnHeld(&schedule)
    } else {
      schedule.schedule(.assistance, after: Self.roundTrip)
    }
  }

  /// Schedules the delivery of the navigation messages that a replay holds back, if there are any.
  mutating func handOnHeld(_ schedule: inout Schedule<DeviceEvent>) {
    if feed.holdsMessages { schedule.schedule(.assistance, after: Self.roundTrip) }
  }

  mutating func deliverAssistance(_ schedule: inout Schedule<DeviceEvent>) {
    guard !uptime.isOff else { return }
    if isReplay {
      for message in feed.takeHeld() { deliver(message, &schedule) }
    } else {
      for message in signals?.assistance(at: schedule.now) ?? [] {
        deliver(.ephemeris(message), &schedule)
      }
    }
  }

  // MARK: - A recording

  mutating func replay(_ index: Int, _ schedule: inout Schedule<DeviceEvent>) {
    guard let observation = feed.observation(index, &schedule) else { return }
    let isWanted = isWanted(observation, at: schedule.now)
    feed.count(observation, isWanted: isWanted)
    guard isWanted else { return feed.dropMotion(of: observation) }
    let period = MotionBuffer.period(sensors) { sensors[$0].isOn }
    guard let observation = feed.joined(observation, index, every: period, at: schedule.now) else {
      return
    }
    switch observation {
    case .gnss(let epoch):
      note(epoch, &schedule)
      if sensors[.gnss].batching > .zero { wakeProcessor(at: schedule.now) }
    case .beacon, .wifi: noteReport(at: schedule.now)
    case .app(let event):
      roster.follow(event)
      setProcessor(at: schedule.now)
    case .network(let new): uplink.follow(new)
    case .power(let source): battery.plug(into: source.kind)
    case .boot: return bootAgain(observation, &schedule)
    default: break
    }
    deliver(observation, &schedule)
  }

  /// True if the sensor is on; a scan or an answer must also have been requested.
  private mutating func isWanted(_ observation: Observation, at now: SimTime) -> Bool {
    switch observation {
    case .wifi(let scan): return feed.takeScan(scan, at: now)
    case .download(let download):
      guard uplink.takeAwaited(download.resource) else { return false }
      record(for: download, at: now)
      return true
    case .ephemeris where !sensors[.gnss].isOn:
      return feed.takeMessage(observation, at: now)
    default: return observation.sensor.map { sensors[$0].isOn } ?? true
    }
  }
}
