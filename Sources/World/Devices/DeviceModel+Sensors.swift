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
  /// How often Wi-Fi scans where the stack doesn't say; an estimate.
  private static let scanPeriod = SimDuration.seconds(10)
  /// How soon a modem tells its cells when first asked; an estimate.
  private static let cellDelay = SimDuration.milliseconds(20)

  mutating func obey(_ request: RadioRequest, _ schedule: inout Schedule<DeviceEvent>) {
    let now = schedule.now
    switch request {
    case .start(let sensor, let period):
      periods[sensor] = period > .zero ? period : nil
      if sensor == .gnss, isOn[.gnss] { hasten(&schedule) }
      guard !isOn[sensor], setup.profile.has(sensor), !isOff else { return }
      isOn[sensor] = true
      if sensor == .gnss { receiverState = ReceiverState() }
      meter(sensor, at: now)
      // Scans are asked for in a replay, too, and the recorded ones answer.
      if signals != nil || sensor == .wifi { begin(sensor, &schedule) }
      if sensor == .gnss { handOnHeld(&schedule) }
    case .stop(let sensor):
      guard isOn[sensor] else { return }
      isOn[sensor] = false
      meter(sensor, at: now)
      end(sensor, &schedule)
    case .batch(let sensor, let period):
      batching[sensor] = max(.zero, period)
      if sensor == .gnss { planDelivery(&schedule) }
      meter(sensor, at: now)
    case .attribute(let sensor, let causes):
      self.causes[sensor] = causes
      meter(sensor, at: now)
    case .fetchAssistance: fetchAssistance(&schedule)
    case .fetch(let resource): fetch(resource, &schedule)
    case .scanWiFi: scanWiFi(&schedule)
    case .advertise(let identity): advertise(identity, at: now)
    }
  }

  /// Books what a sensor draws from now on, and on whose behalf.
  mutating func meter(_ sensor: RadioRequest.Sensor, at time: SimTime) {
    let isOn = isOn[sensor]
    let causes = causes[sensor]
    func set(_ component: EnergyLedger.Component, _ milliwatts: Double, _ state: String = "on") {
      pass.energy.attribute(component, to: isOn ? causes : [], at: time)
      pass.energy.set(
        component, to: isOn ? state : "off", milliwatts: isOn ? milliwatts : 0, at: time)
    }
    switch sensor {
    case .accelerometer:
      set(.accelerometer, power.accelerometer)
      set(.motionCoprocessor, power.motionCoprocessor)
    case .gyroscope: set(.gyroscope, power.gyroscope)
    case .magnetometer: set(.magnetometer, power.magnetometer)
    case .barometer: set(.barometer, power.barometer)
    case .beacon: meterBluetooth(at: time)
    case .gnss:
      switch receiverState.phase {
      case .acquiring: set(.gnss, power.gnssAcquiring, "acquiring")
      case .tracking: set(.gnss, power.gnssTracking, "tracking")
      case .standby: set(.gnss, power.gnssStandby, "standby")
      }
      setProcessor(at: time)
    case .wifi: pass.energy.attribute(.wifi, to: causes, at: time)
    case .cell: break
    }
  }

  /// How the scanner divides its time: all of it, unless the stack asks for reports now and then.
  var beaconProfile: BeaconScanProfile {
    guard let period = periods[.beacon] else { return .foreground }
    return period >= .seconds(5) ? .lowPower : period >= .seconds(2) ? .balanced : .foreground
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
      bufferEvent = schedule.schedule(.motionBatch, after: motionPeriod)
    case .beacon:
      let profile = periods[sensor] == nil ? nil : beaconProfile
      signals?.startBeaconScan(at: now, profile: profile)
      seekBeacon(&schedule)
    case .gnss:
      sensorEvents[sensor] = schedule.schedule(
        .gnssEpoch, after: periods[sensor] ?? .seconds(1))
      planDelivery(&schedule)
    case .barometer:
      sensorEvents[sensor] = schedule.schedule(
        .pressure, after: periods[sensor] ?? BarometerModel.firstSample)
    case .wifi: scanAgain(&schedule)
    case .cell:
      // Never within the request itself: a replay hands on what it has before timers of its moment.
      sensorEvents[sensor] = schedule.schedule(.cells, after: Self.cellDelay)
    }
  }

  private mutating func end(
    _ sensor: RadioRequest.Sensor, _ schedule: inout Schedule<DeviceEvent>
  ) {
    if let handle = sensorEvents[sensor] { schedule.cancel(handle) }
    sensorEvents[sensor] = nil
    // What the receiver has kept is lost, as in chips that aren't asked to hand it on.
    if sensor == .gnss { keptEpochs.removeAll() }
    guard buffered[sensor] != nil else { return }
    buffered[sensor] = nil
    let isEmpty = [.accelerometer, .gyroscope, .magnetometer].allSatisfy { buffered[$0] == nil }
    if isEmpty, let handle = bufferEvent {
      schedule.cancel(handle)
      bufferEvent = nil
    }
  }

  // MARK: - Motion

  /// How often the motion buffer is emptied: the shortest that any sensor's user wants.
  private var motionPeriod: SimDuration {
    let wanted = [RadioRequest.Sensor.accelerometer, .gyroscope, .magnetometer]
      .filter { buffered[$0] != nil && batching[$0] > .zero }.map { batching[$0] }
    return wanted.min() ?? Self.batchPeriod
  }

  /// Hands on what the motion sensors have read since the buffer was last emptied.
  mutating func emptyMotionBuffer(_ schedule: inout Schedule<DeviceEvent>) {
    let (begin, end) = (bufferedSince, schedule.now)
    bufferedSince = end
    bufferEvent = schedule.schedule(.motionBatch, after: motionPeriod)
    var sensors: InertialSensors = []
    if buffered[.accelerometer] != nil { sensors.insert(.accelerometer) }
    if buffered[.gyroscope] != nil { sensors.insert(.gyroscope) }
    if buffered[.magnetometer] != nil { sensors.insert(.magnetometer) }
    signals?.readMotion(sensors, from: begin, until: end, into: &readings)
    // The motion coprocessor takes them: the processor sleeps on.
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
    guard let heard else { return }
    noteReport(at: schedule.now)
    deliver(.beacon(heard), &schedule)
  }

  private mutating func seekBeacon(_ schedule: inout Schedule<DeviceEvent>) {
    let limit = schedule.now + Self.beaconHorizon
    nextBeacon = signals?.nextBeacon(after: schedule.now, until: limit)
    sensorEvents[.beacon] = schedule.schedule(.beacon, at: nextBeacon?.time ?? limit)
  }

  /// Scans, and will again, as long as Wi-Fi is on.
  mutating func scanAgain(_ schedule: inout Schedule<DeviceEvent>) {
    let period = max(periods[.wifi] ?? Self.scanPeriod, signals?.scanDuration ?? .zero)
    sensorEvents[.wifi] = schedule.schedule(.wifiTurn, after: period)
    scanWiFi(&schedule)
  }

  private mutating func scanWiFi(_ schedule: inout Schedule<DeviceEvent>) {
    guard setup.profile.parts.contains(.wifi), !isOff else { return }
    if signals == nil {
      // In a replay the recorded one comes; what is asked for meanwhile is the same.
      if scanAskedTime == nil {
        pass.energy.charge(
          .wifi, "scan", millijoules: power.wifiScanMillijoules, at: schedule.now)
      }
      return awaitScan(at: schedule.now)
    }
    guard !isScanningWiFi else { return }
    pass.energy.charge(.wifi, "scan", millijoules: power.wifiScanMillijoules, at: schedule.now)
    isScanningWiFi = true
    guard let duration = signals?.scanDuration else { return }
    schedule.schedule(.wifiScan(start: schedule.now), after: duration)
  }

  mutating func finishScan(from start: SimTime, _ schedule: inout Schedule<DeviceEvent>) {
    isScanningWiFi = false
    guard !isOff else { return }
    noteReport(at: schedule.now)
    if let scan = signals?.wifiScan(startingAt: start) { deliver(.wifi(scan), &schedule) }
  }

  mutating func readCells(_ schedule: inout Schedule<DeviceEvent>) {
    sensorEvents[.cell] = schedule.schedule(.cells, after: periods[.cell] ?? Self.cellPeriod)
    guard networkOnGround == nil else { return }
    if let scan = signals?.cellScan(at: schedule.now) { deliver(.cell(scan), &schedule) }
  }
}
