import Kernel
import Observations
import Signals

/// The sensors and radios, on and off.
extension DeviceModel {
  /// How often the motion buffer is emptied (WWDC14 session 612).
  static let batchPeriod = SimDuration.seconds(2.5)
  /// How far ahead beacons are looked for at a time.
  private static let beaconHorizon = SimDuration.seconds(60)
  /// How often cells are read where the stack doesn't say; an estimate.
  private static let cellPeriod = SimDuration.seconds(10)
  /// A round trip over the network, for assistance; an estimate.
  private static let roundTrip = SimDuration.seconds(0.5)

  mutating func obey(_ request: RadioRequest, _ schedule: inout Schedule<DeviceEvent>) {
    switch request {
    case .start(let sensor, let period):
      periods[sensor] = period > .zero ? period : nil
      guard isOn.insert(sensor).inserted else { return }
      meter(sensor, isOn: true, at: schedule.now)
      if signals != nil { begin(sensor, &schedule) }
    case .stop(let sensor):
      guard isOn.remove(sensor) != nil else { return }
      meter(sensor, isOn: false, at: schedule.now)
      end(sensor, &schedule)
    case .fetchAssistance:
      if signals != nil { schedule.schedule(.assistance, after: Self.roundTrip) }
    case .scanWiFi: scanWiFi(&schedule)
    }
  }

  private mutating func meter(_ sensor: RadioRequest.Sensor, isOn: Bool, at time: SimTime) {
    func set(_ component: EnergyLedger.Component, _ milliwatts: Double) {
      pass.energy.set(
        component, to: isOn ? "on" : "off", milliwatts: isOn ? milliwatts : 0, at: time)
    }
    switch sensor {
    case .accelerometer:
      set(.accelerometer, profile.accelerometer)
      set(.motionCoprocessor, profile.motionCoprocessor)
    case .gyroscope: set(.gyroscope, profile.gyroscope)
    case .magnetometer: set(.magnetometer, profile.magnetometer)
    case .barometer: set(.barometer, profile.barometer)
    case .beacon: set(.bluetooth, profile.bluetoothScanning)
    case .gnss:
      set(.gnss, profile.gnssTracking)
      pass.energy.set(
        .processor, to: isOn ? "delivering" : "suspended",
        milliwatts: profile.processorSuspended + (isOn ? profile.processorDelivering : 0), at: time)
    case .cell: break
    }
  }

  private mutating func begin(
    _ sensor: RadioRequest.Sensor, _ schedule: inout Schedule<DeviceEvent>
  ) {
    let now = schedule.now
    switch sensor {
    case .accelerometer, .gyroscope, .magnetometer:
      buffered[sensor] = now
      guard bufferEvent == nil else { return }
      bufferedSince = now
      bufferEvent = schedule.schedule(.motionBatch, after: Self.batchPeriod)
    case .beacon:
      signals?.startBeaconScan(at: now)
      seekBeacon(&schedule)
    case .gnss:
      sensorEvents[sensor] = schedule.schedule(
        .gnssEpoch, after: periods[sensor] ?? .seconds(1))
    case .barometer:
      sensorEvents[sensor] = schedule.schedule(
        .pressure, after: periods[sensor] ?? BarometerModel.firstSample)
    case .cell: readCells(&schedule)
    }
  }

  private mutating func end(
    _ sensor: RadioRequest.Sensor, _ schedule: inout Schedule<DeviceEvent>
  ) {
    if let handle = sensorEvents.removeValue(forKey: sensor) { schedule.cancel(handle) }
    if buffered.removeValue(forKey: sensor) != nil, buffered.isEmpty, let handle = bufferEvent {
      schedule.cancel(handle)
      bufferEvent = nil
    }
  }

  // MARK: - Motion

  /// Hands on what the motion sensors have read since the buffer was last emptied.
  mutating func emptyMotionBuffer(_ schedule: inout Schedule<DeviceEvent>) {
    let (begin, end) = (bufferedSince, schedule.now)
    bufferedSince = end
    bufferEvent = schedule.schedule(.motionBatch, after: Self.batchPeriod)
    var sensors: InertialSensors = []
    if buffered[.accelerometer] != nil { sensors.insert(.accelerometer) }
    if buffered[.gyroscope] != nil { sensors.insert(.gyroscope) }
    if buffered[.magnetometer] != nil { sensors.insert(.magnetometer) }
    signals?.readMotion(sensors, from: begin, until: end, into: &readings)
    pass.energy.charge(.processor, "wake", millijoules: profile.wakeMillijoules)
    if let batch = batch(readings.accelerometer, of: .accelerometer) {
      deliver(.accelerometer(batch), &schedule)
    }
    if let batch = batch(readings.gyroscope, of: .gyroscope) {
      deliver(.gyroscope(batch), &schedule)
    }
    if let batch = batch(readings.magnetometer, of: .magnetometer) {
      deliver(.magnetometer(batch), &schedule)
    }
  }

  /// A sensor's readings since it was switched on; nil if there are none.
  private func batch(
    _ samples: [InertialSample], of sensor: RadioRequest.Sensor
  ) -> InertialBatch? {
    guard let start = buffered[sensor], !samples.isEmpty else { return nil }
    // Stamps jitter by less than a millisecond about their ticks.
    let earliest = start - .milliseconds(5)
    guard let first = samples.first, first.time < earliest else {
      return InertialBatch(samples: samples)
    }
    let rest = samples.filter { $0.time >= earliest }
    return rest.isEmpty ? nil : InertialBatch(samples: rest)
  }

  mutating func readPressure(_ schedule: inout Schedule<DeviceEvent>) {
    sensorEvents[.barometer] = schedule.schedule(
      .pressure, after: periods[.barometer] ?? BarometerModel.interval)
    if let sample = signals?.pressure(at: schedule.now) {
      deliver(.barometer(sample), &schedule)
    }
  }

  // MARK: - Radios

  mutating func hearBeacon(_ schedule: inout Schedule<DeviceEvent>) {
    let heard = nextBeacon
    seekBeacon(&schedule)
    if let heard { deliver(.beacon(heard), &schedule) }
  }

  private mutating func seekBeacon(_ schedule: inout Schedule<DeviceEvent>) {
    let limit = schedule.now + Self.beaconHorizon
    nextBeacon = signals?.nextBeacon(after: schedule.now, until: limit)
    sensorEvents[.beacon] = schedule.schedule(.beacon, at: nextBeacon?.time ?? limit)
  }

  private mutating func scanWiFi(_ schedule: inout Schedule<DeviceEvent>) {
    pass.energy.charge(.wifi, "scan", millijoules: profile.wifiScanMillijoules)
    guard let duration = signals?.scanDuration, !isScanningWiFi else { return }
    isScanningWiFi = true
    schedule.schedule(.wifiScan(start: schedule.now), after: duration)
  }

  mutating func finishScan(from start: SimTime, _ schedule: inout Schedule<DeviceEvent>) {
    isScanningWiFi = false
    if let scan = signals?.wifiScan(startingAt: start) { deliver(.wifi(scan), &schedule) }
  }

  mutating func readCells(_ schedule: inout Schedule<DeviceEvent>) {
    sensorEvents[.cell] = schedule.schedule(.cells, after: periods[.cell] ?? Self.cellPeriod)
    if let scan = signals?.cellScan(at: schedule.now) { deliver(.cell(scan), &schedule) }
  }

  mutating func measureGNSS(_ schedule: inout Schedule<DeviceEvent>) {
    let now = schedule.now
    sensorEvents[.gnss] = schedule.schedule(.gnssEpoch, after: periods[.gnss] ?? .seconds(1))
    guard let epoch = signals?.gnssEpoch(at: now) else { return }
    // Satellites repeat their messages each half-minute; a receiver without help learns them so.
    let isDue = now.nanoseconds % 6_000_000_000 < (periods[.gnss] ?? .seconds(1)).nanoseconds
    for message in isDue ? signals?.newMessages(at: now) ?? [] : [] {
      deliver(.ephemeris(message), &schedule)
    }
    deliver(.gnss(epoch), &schedule)
  }

  mutating func deliverAssistance(_ schedule: inout Schedule<DeviceEvent>) {
    for message in signals?.assistance(at: schedule.now) ?? [] {
      deliver(.ephemeris(message), &schedule)
    }
  }

  // MARK: - Replay

  mutating func replay(_ index: Int, _ schedule: inout Schedule<DeviceEvent>) {
    if index + 1 < recorded.count {
      schedule.schedule(.recorded(index + 1), at: recorded[index + 1].time)
    }
    let observation = recorded[index].item
    if let sensor = observation.sensor, !isOn.contains(sensor) { return }
    if case .accelerometer = observation {
      pass.energy.charge(.processor, "wake", millijoules: profile.wakeMillijoules)
    }
    deliver(observation, &schedule)
  }
}

extension Observation {
  /// The sensor that must be on for this to be observed; nil for what comes unasked.
  var sensor: RadioRequest.Sensor? {
    switch self {
    case .accelerometer: .accelerometer
    case .gyroscope: .gyroscope
    case .magnetometer: .magnetometer
    case .barometer: .barometer
    case .gnss: .gnss
    case .beacon: .beacon
    case .cell: .cell
    case .ephemeris, .wifi, .power, .vehicle, .network, .app, .boot: nil
    }
  }
}
