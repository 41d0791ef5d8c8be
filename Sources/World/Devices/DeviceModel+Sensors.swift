import Kernel
import Observations
import Signals

/// Control of the sensors and radios.
extension DeviceModel {
  /// Look-ahead of the search for the next beacon frame.
  private static let beaconHorizon = SimDuration.seconds(60)
  /// Default cell period; an estimate.
  private static let cellPeriod = SimDuration.seconds(10)
  /// Default Wi-Fi scan period; an estimate.
  private static let scanPeriod = SimDuration.seconds(10)
  /// Delay of the first cell report after the request; an estimate.
  private static let cellDelay = SimDuration.milliseconds(20)

  mutating func obey(_ request: RadioRequest, _ schedule: inout Schedule<DeviceEvent>) {
    let now = schedule.now
    switch request {
    case .start(let sensor, let period):
      sensors[sensor].period = period > .zero ? period : nil
      if sensor == .gnss, sensors[.gnss].isOn { hasten(&schedule) }
      guard !sensors[sensor].isOn, setup.profile.has(sensor), !uptime.isOff else { return }
      sensors[sensor].isOn = true
      if sensor == .gnss { receiver.start() }
      meter(sensor, at: now)
      // The stack requests scans in a replay, too, and receives the recorded ones.
      if !isReplay || sensor == .wifi { begin(sensor, &schedule) }
      if sensor == .gnss { handOnHeld(&schedule) }
    case .stop(let sensor):
      guard sensors[sensor].isOn else { return }
      sensors[sensor].isOn = false
      meter(sensor, at: now)
      sensors[sensor].cancel(&schedule)
      motion.stop(sensor, &schedule)
      if sensor == .gnss { receiver.stop() }
    case .batch(let sensor, let period):
      sensors[sensor].batching = max(.zero, period)
      if sensor == .gnss { planDelivery(&schedule) }
      meter(sensor, at: now)
    case .attribute(let sensor, let causes):
      sensors[sensor].causes = causes
      meter(sensor, at: now)
    case .fetchAssistance: fetchAssistance(&schedule)
    case .fetch(let resource):
      if !uptime.isOff { uplink.fetch(resource, isReplay: isReplay, &schedule) }
    case .scanWiFi: scanWiFi(&schedule)
    case .advertise(let identity):
      let canSend = setup.profile.parts.contains(.bluetooth) && !uptime.isOff
      advertise(canSend ? identity : nil, at: now)
    }
  }

  /// Sets the power state and the causes of a sensor.
  private mutating func meter(_ sensor: RadioRequest.Sensor, at time: SimTime) {
    if sensor == .beacon { return meterBluetooth(at: time) }
    power.set(sensor, sensors[sensor], receiver.phase, at: time)
    if sensor == .gnss { setProcessor(at: time) }
  }

  private mutating func meterBluetooth(at time: SimTime) {
    power.setBluetooth(
      sensors[.beacon], duty: beaconProfile.duty, isSending: beacon.identity != nil, at: time)
  }

  /// Starts, changes or stops the advertising of the phone's own beacon.
  mutating func advertise(_ identity: BeaconIdentity?, at time: SimTime) {
    guard identity != beacon.identity else { return }
    // The old identity ends before the new one begins.
    if beacon.become(nil, at: time) { meterBluetooth(at: time) }
    if beacon.become(identity, at: time) { meterBluetooth(at: time) }
  }

  /// Scan duty of the beacon receiver: continuous, unless the stack requests periodic reports.
  private var beaconProfile: BeaconScanProfile {
    guard let period = sensors[.beacon].period else { return .foreground }
    return period >= .seconds(5) ? .lowPower : period >= .seconds(2) ? .balanced : .foreground
  }

  private mutating func begin(
    _ sensor: RadioRequest.Sensor, _ schedule: inout Schedule<DeviceEvent>
  ) {
    switch sensor {
    case .accelerometer, .gyroscope, .magnetometer: motion.start(sensor, sensors, &schedule)
    case .beacon:
      let profile = sensors[.beacon].period == nil ? nil : beaconProfile
      signals?.startBeaconScan(at: schedule.now, profile: profile)
      seekBeacon(&schedule)
    case .gnss:
      sensors[.gnss].plan(.gnssEpoch, after: epochPeriod, &schedule)
      planDelivery(&schedule)
    case .barometer:
      sensors[.barometer].plan(
        .pressure, after: sensors[.barometer].period ?? BarometerModel.firstSample, &schedule)
    case .wifi: scanAgain(&schedule)
    case .cell:
      // Never within the request: a replay delivers its observations before the timers of the moment.
      sensors[.cell].plan(.cells, after: Self.cellDelay, &schedule)
    }
  }

  // MARK: - Motion

  /// Delivers the motion samples since the last emptying of the buffer.
  mutating func emptyMotionBuffer(_ schedule: inout Schedule<DeviceEvent>) {
    motion.fill(from: &signals, sensors, &schedule)
    // The motion coprocessor receives them; the processor keeps sleeping.
    for sensor in MotionBuffer.sensors {
      if let batch = motion.batch(of: sensor) { deliver(batch, &schedule) }
    }
  }

  mutating func readPressure(_ schedule: inout Schedule<DeviceEvent>) {
    sensors[.barometer].plan(
      .pressure, after: sensors[.barometer].period ?? BarometerModel.interval, &schedule)
    if let sample = signals?.pressure(at: schedule.now) {
      deliver(.barometer(sample), &schedule)
    }
  }

  // MARK: - Satellites

  private var epochPeriod: SimDuration {
    sensors[.gnss].period ?? SatelliteReceiver.usualPeriod
  }

  mutating func measureGNSS(_ schedule: inout Schedule<DeviceEvent>) {
    let now = schedule.now
    let period = epochPeriod
    sensors[.gnss].plan(.gnssEpoch, after: period, &schedule)
    guard let epoch = signals?.gnssEpoch(at: now) else { return }
    note(epoch, &schedule)
    // Satellites repeat their ephemerides each 30 s; an unassisted receiver decodes them from the signal.
    let isDue = now.nanoseconds % 6_000_000_000 < period.nanoseconds
    for message in isDue ? signals?.newMessages(at: now) ?? [] : [] {
      handOn(.ephemeris(message), &schedule)
      // The stack may have stopped the receiver.
      guard sensors[.gnss].isOn else { return }
    }
    handOn(.gnss(epoch), &schedule)
  }

  /// Updates the receiver's state after an epoch, live or recorded.
  mutating func note(_ epoch: GNSSEpoch, _ schedule: inout Schedule<DeviceEvent>) {
    receiver.note(epoch, epochPeriod, &schedule)
    meter(.gnss, at: schedule.now)
  }

  /// Moves the next epoch forward if a resting receiver gets a shorter period.
  private mutating func hasten(_ schedule: inout Schedule<DeviceEvent>) {
    guard let next = receiver.hasten(epochPeriod, at: schedule.now) else { return }
    meter(.gnss, at: schedule.now)
    // Recorded epochs keep their times.
    guard sensors[.gnss].cancel(&schedule) else { return }
    sensors[.gnss].plan(.gnssEpoch, at: next, &schedule)
  }

  mutating func wakeReceiver(_ schedule: inout Schedule<DeviceEvent>) {
    guard sensors[.gnss].isOn, receiver.listen(&schedule) else { return }
    meter(.gnss, at: schedule.now)
    // Epochs of the warm-up are not delivered.
    _ = signals?.gnssEpoch(at: schedule.now)
  }

  private mutating func handOn(
    _ observation: Observation, _ schedule: inout Schedule<DeviceEvent>
  ) {
    guard sensors[.gnss].batching > .zero else {
      handOnKept(&schedule)
      return deliver(observation, &schedule)
    }
    if receiver.keep(observation) { handOnKept(&schedule) }
  }

  private mutating func planDelivery(_ schedule: inout Schedule<DeviceEvent>) {
    guard sensors[.gnss].isOn, !isReplay else { return }
    receiver.planDelivery(after: sensors[.gnss].batching, &schedule)
  }

  mutating func deliverEpochs(_ schedule: inout Schedule<DeviceEvent>) {
    receiver.beginDelivery()
    handOnKept(&schedule)
    planDelivery(&schedule)
  }

  /// Delivers the receiver's buffered observations after one wake-up of the processor.
  private mutating func handOnKept(_ schedule: inout Schedule<DeviceEvent>) {
    let kept = receiver.takeKept()
    guard !kept.isEmpty else { return }
    wakeProcessor(at: schedule.now)
    for observation in kept where sensors[.gnss].isOn { deliver(observation, &schedule) }
  }

  // MARK: - Radios

  mutating func hearBeacon(_ schedule: inout Schedule<DeviceEvent>) {
    let received = nextBeacon
    seekBeacon(&schedule)
    guard let received else { return }
    noteReport(at: schedule.now)
    deliver(.beacon(received), &schedule)
  }

  private mutating func seekBeacon(_ schedule: inout Schedule<DeviceEvent>) {
    let limit = schedule.now + Self.beaconHorizon
    nextBeacon = signals?.nextBeacon(after: schedule.now, until: limit)
    sensors[.beacon].plan(.beacon, at: nextBeacon?.time ?? limit, &schedule)
  }

  /// Starts a scan and schedules the next one, while Wi-Fi is on.
  mutating func scanAgain(_ schedule: inout Schedule<DeviceEvent>) {
    let period = max(sensors[.wifi].period ?? Self.scanPeriod, signals?.scanDuration ?? .zero)
    sensors[.wifi].plan(.wifiTurn, after: period, &schedule)
    scanWiFi(&schedule)
  }

  private mutating func scanWiFi(_ schedule: inout Schedule<DeviceEvent>) {
    guard setup.profile.parts.contains(.wifi), !uptime.isOff else { return }
    // In a replay the recorded scan is delivered.
    if isReplay {
      if feed.askScan(at: schedule.now) { power.scanWiFi(at: schedule.now) }
      return
    }
    guard !isScanningWiFi else { return }
    power.scanWiFi(at: schedule.now)
    isScanningWiFi = true
    guard let duration = signals?.scanDuration else { return }
    schedule.schedule(.wifiScan(start: schedule.now), after: duration)
  }

  mutating func finishScan(from start: SimTime, _ schedule: inout Schedule<DeviceEvent>) {
    isScanningWiFi = false
    guard !uptime.isOff else { return }
    noteReport(at: schedule.now)
    if let scan = signals?.wifiScan(startingAt: start) { deliver(.wifi(scan), &schedule) }
  }

  mutating func readCells(_ schedule: inout Schedule<DeviceEvent>) {
    sensors[.cell].plan(
      .cells, after: sensors[.cell].period ?? Self.cellPeriod, &schedule)
    guard !uplink.isInAir else { return }
    if let scan = signals?.cellScan(at: schedule.now) { deliver(.cell(scan), &schedule) }
  }
}
