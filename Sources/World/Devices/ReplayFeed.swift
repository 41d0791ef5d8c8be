import Kernel
import Observations

/// A recording in place of sensors and radios.
///
/// A stack that requests no more than was recorded receives exactly what it received live: observations
/// come at their times and before the timers of their moment. Live runs do the same, and no observation
/// comes at the very moment of its request.
struct ReplayFeed: Sendable {
  /// Max number of held navigation messages: a day of two systems.
  private static let maxHeld = 4096

  private(set) var counts = ReplayCounts()
  /// Max age of the latest request for a scan while Wi-Fi is in use.
  private static let scanMemory = SimDuration.minutes(1)

  /// Replacements of recorded observations by index; nil leaves one out.
  var replacements: [Int: Observation?] = [:]
  private let recorded: [Delivered<Observation>]
  /// True if sensors and scans ran all the time.
  private let isContinuous: Bool
  /// The motion readings that wait for the end of their batch.
  private var waiting = SensorValues<[InertialSample]>([])
  /// The time of the pending scan request; nil if there is none.
  private var scanAskedTime: SimTime?
  private var lastScanAskedTime: SimTime?
  /// Recorded navigation messages that are not yet requested.
  private var heldMessages: [Observation] = []
  /// True if recorded assistance is awaited; and the moment of its arrival.
  private var isAssistanceAsked = false
  private var assistanceMoment: SimTime?

  init(_ recorded: [Delivered<Observation>], isContinuous: Bool) {
    self.recorded = recorded
    self.isContinuous = isContinuous
  }

  /// Schedules the first observation, and the recorded power-offs, which also end the device's timers.
  func begin(_ schedule: inout Schedule<DeviceEvent>) {
    if let first = recorded.first { schedule.schedule(.recorded(0), at: first.time) }
    for delivered in recorded {
      if case .boot(let boot) = delivered.item, boot.wasOff, let time = boot.offSince {
        schedule.schedule(.off, at: time, priority: DeviceModel.actPriority)
      }
    }
  }

  /// Counts the scan that is still awaited.
  mutating func finish() {
    if scanAskedTime != nil { counts.scansMissing = 1 }
  }

  /// The observation that is due, or nil if it is left out; schedules the next one.
  mutating func observation(
    _ index: Int, _ schedule: inout Schedule<DeviceEvent>
  ) -> Observation? {
    if index + 1 < recorded.count {
      schedule.schedule(.recorded(index + 1), at: recorded[index + 1].time)
    }
    let observation = recorded[index].item
    guard !replacements.isEmpty, let replacement = replacements[index] else { return observation }
    if replacement == nil { dropMotion(of: observation) }
    return replacement
  }

  /// Counts an observation as delivered or dropped.
  mutating func count(_ observation: Observation, isWanted: Bool) {
    let kind = ReplayCounts.ObservationKind(observation)
    if isWanted { counts[kind].delivered += 1 } else { counts[kind].unwanted += 1 }
  }

  /// Requests a scan; returns false if one is already pending, which then serves both.
  mutating func askScan(at time: SimTime) -> Bool {
    guard scanAskedTime == nil else { return false }
    (scanAskedTime, lastScanAskedTime) = (time, time)
    return true
  }

  /// Returns true if a scan is awaited, and ends the wait.
  ///
  /// In a continuous recording other apps ask for scans, too, whose results go to all that use Wi-Fi.
  mutating func takeScan(_ scan: WiFiScan, at now: SimTime) -> Bool {
    guard let asked = scanAskedTime else {
      return isContinuous && lastScanAskedTime.map { now - $0 <= Self.scanMemory } ?? false
    }
    scanAskedTime = nil
    if !isContinuous, asked != scan.startTime { counts.scansAskedElsewhen += 1 }
    return true
  }

  /// Joins the motion readings of a continuous recording to batches.
  ///
  /// - Parameters:
  ///   - observation: The recorded observation.
  ///   - index: Its index.
  ///   - period: The batch period.
  ///   - now: Its time.
  /// - Returns: The observation to deliver; nil if it waits for the end of its batch.
  mutating func joined(
    _ observation: Observation, _ index: Int, every period: SimDuration, at now: SimTime
  ) -> Observation? {
    guard isContinuous, let sensor = observation.sensor, let batch = observation.motion else {
      return observation
    }
    waiting[sensor] += batch.samples
    func number(_ time: SimTime) -> Int64 { (time.nanoseconds - 1) / period.nanoseconds }
    let next = recorded[(index + 1)...].first { $0.item.sensor == sensor }
    if let next, number(next.time) == number(now) { return nil }
    defer { waiting[sensor] = [] }
    return observation.replacing(motion: InertialBatch(samples: waiting[sensor]))
  }

  /// Drops the waiting motion readings of a sensor that is off.
  mutating func dropMotion(of observation: Observation) {
    if let sensor = observation.sensor, observation.motion != nil { waiting[sensor] = [] }
  }

  /// Returns true if a navigation message not received from the satellite is requested assistance.
  ///
  /// Other messages are held.
  mutating func takeMessage(_ message: Observation, at now: SimTime) -> Bool {
    if isAssistanceAsked { (isAssistanceAsked, assistanceMoment) = (false, now) }
    if assistanceMoment == now { return true }
    if heldMessages.count == Self.maxHeld { heldMessages.removeFirst(Self.maxHeld / 2) }
    heldMessages.append(message)
    return false
  }

  mutating func askAssistance() { isAssistanceAsked = true }

  /// True if navigation messages wait for a request.
  var holdsMessages: Bool { !heldMessages.isEmpty }

  /// Removes and returns the navigation messages that came before their request.
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
  /// The readings of a motion sensor; nil for other observations.
  fileprivate var motion: InertialBatch? {
    switch self {
    case .accelerometer(let batch), .gyroscope(let batch), .magnetometer(let batch): batch
    default: nil
    }
  }

  /// The observation of a motion sensor with other readings.
  fileprivate func replacing(motion batch: InertialBatch) -> Observation {
    switch self {
    case .accelerometer: .accelerometer(batch)
    case .gyroscope: .gyroscope(batch)
    case .magnetometer: .magnetometer(batch)
    default: self
    }
  }

  /// The sensor that must be on for this observation; nil for unrequested ones, and for scans.
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
