import Kernel
import Observations

/// A recording in place of sensors and radios.
///
/// A replay tells a stack that asks for no more than was recorded exactly what it was told live: what
/// was recorded comes at its time and before the timers of that moment, as it does live, where
/// nothing is ever observed at the very moment of its request.
extension DeviceModel {
  /// How many messages of satellites are kept: a day's of two systems.
  private static let mostHeld = 4096

  mutating func replay(_ index: Int, _ schedule: inout Schedule<DeviceEvent>) {
    if index + 1 < recorded.count {
      schedule.schedule(.recorded(index + 1), at: recorded[index + 1].time)
    }
    let observation = recorded[index].item
    let kind = ReplayCounts.Kind(observation)
    guard isWanted(observation, at: schedule.now) else { return pass.replay[kind].unwanted += 1 }
    pass.replay[kind].delivered += 1
    switch observation {
    case .gnss(let epoch):
      note(epoch, &schedule)
      if batching[.gnss] > .zero { wakeProcessor(at: schedule.now) }
    case .beacon, .wifi: noteReport(at: schedule.now)
    case .app(let event):
      roster.follow(event)
      setProcessor(at: schedule.now)
    case .network(let new): network = new
    case .power(let source): battery.plug(into: source.kind)
    case .boot: return bootAgain(observation, &schedule)
    default: break
    }
    deliver(observation, &schedule)
  }

  /// Whether the sensor is on; a scan must have been asked for.
  private mutating func isWanted(_ observation: Observation, at now: SimTime) -> Bool {
    if case .wifi(let scan) = observation {
      guard let asked = scanAskedTime else { return false }
      scanAskedTime = nil
      if asked != scan.startTime { pass.replay.scansAskedElsewhen += 1 }
      return true
    }
    if case .download(let download) = observation {
      guard let place = awaited.firstIndex(of: download.resource) else { return false }
      awaited.remove(at: place)
      account(for: download, at: now)
      return true
    }
    if case .ephemeris = observation, !isOn[.gnss] {
      if isAssistanceAsked { (isAssistanceAsked, assistanceMoment) = (false, now) }
      if assistanceMoment == now { return true }
      if heldMessages.count == Self.mostHeld { heldMessages.removeFirst(Self.mostHeld / 2) }
      heldMessages.append(observation)
      return false
    }
    return observation.sensor.map { isOn[$0] } ?? true
  }

  /// Hands on the satellites' messages that came before anybody asked for them.
  mutating func deliverHeld(_ schedule: inout Schedule<DeviceEvent>) {
    let messages = heldMessages
    heldMessages.removeAll()
    if !messages.isEmpty { isAssistanceAsked = false }
    for message in messages {
      pass.replay[.ephemeris].unwanted -= 1
      pass.replay[.ephemeris].delivered += 1
      deliver(message, &schedule)
    }
  }

  /// Notes that a scan was asked for; one that is asked for while another is due is the same.
  mutating func awaitScan(at time: SimTime) {
    if scanAskedTime == nil { scanAskedTime = time }
  }
}

extension Observation {
  /// The sensor that must be on for this to be observed; nil for what comes unasked, and for scans.
  var sensor: RadioRequest.Sensor? {
    switch self {
    case .accelerometer: .accelerometer
    case .gyroscope: .gyroscope
    case .magnetometer: .magnetometer
    case .barometer: .barometer
    case .gnss, .fix: .gnss
    case .beacon: .beacon
    case .cell: .cell
    case .ephemeris, .wifi, .power, .vehicle, .network, .download, .app, .boot: nil
    }
  }
}
