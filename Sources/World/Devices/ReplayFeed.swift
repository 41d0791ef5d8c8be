import Kernel
import Observations

/// A recording in place of sensors and radios.
///
/// A replay tells a stack that asks for no more than was recorded exactly what it was told live: what
/// was recorded comes at its time and before the timers of that moment, as it does live, where
/// nothing is ever observed at the very moment of its request.
struct ReplayFeed: Sendable {
  /// How many messages of satellites are kept: a day's of two systems.
  private static let mostHeld = 4096

  /// What became of the recording.
  private(set) var counts = ReplayCounts()
  private let recorded: [Delivered<Observation>]
  /// Since when the stack waits for a recorded scan; nil if it doesn't.
  private var scanAskedTime: SimTime?
  /// Recorded messages of satellites that nobody has asked for yet.
  private var heldMessages: [Observation] = []
  /// Whether the stack waits for recorded assistance, and the moment at which it came.
  private var isAssistanceAsked = false
  private var assistanceMoment: SimTime?

  init(_ recorded: [Delivered<Observation>]) { self.recorded = recorded }

  /// Plans the first observation, and lets the device go off when the recorded one did, so that
  /// its timers end, too.
  func begin(_ schedule: inout Schedule<DeviceEvent>) {
    if let first = recorded.first { schedule.schedule(.recorded(0), at: first.time) }
    for delivered in recorded {
      if case .boot(let boot) = delivered.item, boot.wasOff, let time = boot.offSince {
        schedule.schedule(.off, at: time, priority: DeviceModel.actPriority)
      }
    }
  }

  /// Counts what the stack still waits for.
  mutating func finish() {
    if scanAskedTime != nil { counts.scansMissing = 1 }
  }

  /// An observation whose time has come; plans the next.
  func observation(_ index: Int, _ schedule: inout Schedule<DeviceEvent>) -> Observation {
    if index + 1 < recorded.count {
      schedule.schedule(.recorded(index + 1), at: recorded[index + 1].time)
    }
    return recorded[index].item
  }

  /// Counts an observation that reaches the stack, or doesn't.
  mutating func count(_ observation: Observation, isWanted: Bool) {
    let kind = ReplayCounts.Kind(observation)
    if isWanted { counts[kind].delivered += 1 } else { counts[kind].unwanted += 1 }
  }

  /// Notes that a scan was asked for.
  ///
  /// - Returns: Whether it is a new one; one that is asked for while another is due is the same.
  mutating func askScan(at time: SimTime) -> Bool {
    guard scanAskedTime == nil else { return false }
    scanAskedTime = time
    return true
  }

  /// Whether the stack waits for a scan, which it does no longer.
  mutating func takeScan(_ scan: WiFiScan) -> Bool {
    guard let asked = scanAskedTime else { return false }
    scanAskedTime = nil
    if asked != scan.startTime { counts.scansAskedElsewhen += 1 }
    return true
  }

  /// Whether a satellite's message that the receiver doesn't hear is assistance that was asked for;
  /// it is held if not.
  mutating func takeMessage(_ message: Observation, at now: SimTime) -> Bool {
    if isAssistanceAsked { (isAssistanceAsked, assistanceMoment) = (false, now) }
    if assistanceMoment == now { return true }
    if heldMessages.count == Self.mostHeld { heldMessages.removeFirst(Self.mostHeld / 2) }
    heldMessages.append(message)
    return false
  }

  /// Notes that assistance was asked for.
  mutating func askAssistance() { isAssistanceAsked = true }

  /// Whether messages wait for somebody to ask for them.
  var holdsMessages: Bool { !heldMessages.isEmpty }

  /// The satellites' messages that came before anybody asked for them.
  mutating func takeHeld() -> [Observation] {
    let messages = heldMessages
    heldMessages.removeAll()
    if !messages.isEmpty { isAssistanceAsked = false }
    counts[.ephemeris].unwanted -= messages.count
    counts[.ephemeris].delivered += messages.count
    return messages
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
