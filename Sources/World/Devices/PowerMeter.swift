import Kernel
import Observations

/// The state of the phone that determines the processor's power.
struct ProcessorLoad: Sendable {
  let isOff: Bool
  let isInCall: Bool
  /// True if it receives satellite fixes without batching.
  let isDelivering: Bool
  let causes: [String]
  /// True if an app's code can run, or the screen is on.
  let isAwake: Bool
  let isScreenOn: Bool
}

/// The energy meter of a phone: power states and event costs by part and cause.
struct PowerMeter: Sendable {
  /// Bytes that cost as much as one small exchange; an estimate.
  private static let bytesPerExchange = 50_000.0
  /// Cost of a Wi-Fi exchange as a fraction of a cellular one; an estimate.
  private static let wifiShare = 0.25

  private(set) var energy = EnergyTotals()
  private let power: PowerProfile
  /// The last wake-up of the processor, and the last second with a wake-up by a radio.
  private var wokenAt = SimTime.distantPast
  private var reportedSecond = Int64.min

  init(_ power: PowerProfile) { self.power = power }

  /// Integrates the power of all parts up to now, and returns the energy total, in mJ.
  mutating func integrate(at time: SimTime) -> Double {
    energy.integrate(at: time)
    return energy.totalMillijoules
  }

  /// Sets the power state and the causes of a sensor.
  ///
  /// - Parameters:
  ///   - sensor: Any but the beacon scanner, whose radio may also advertise.
  ///   - state: The requested state.
  ///   - phase: The phase of the satellite receiver.
  ///   - time: Now.
  mutating func set(
    _ sensor: RadioRequest.Sensor, _ state: SensorState, _ phase: SatelliteReceiver.Phase,
    at time: SimTime
  ) {
    func set(
      _ component: EnergyTotals.Component, _ milliwatts: Double, _ name: String = "on"
    ) {
      energy.attribute(component, to: state.isOn ? state.causes : [], at: time)
      energy.set(
        component, to: state.isOn ? name : "off", milliwatts: state.isOn ? milliwatts : 0,
        at: time)
    }
    switch sensor {
    case .accelerometer:
      set(.accelerometer, power.accelerometer)
      set(.motionCoprocessor, power.motionCoprocessor)
    case .gyroscope: set(.gyroscope, power.gyroscope)
    case .magnetometer: set(.magnetometer, power.magnetometer)
    case .barometer: set(.barometer, power.barometer)
    case .gnss:
      switch phase {
      case .acquiring: set(.gnss, power.gnssAcquiring, "acquiring")
      case .tracking: set(.gnss, power.gnssTracking, "tracking")
      case .standby: set(.gnss, power.gnssStandby, "standby")
      }
    case .wifi: energy.attribute(.wifi, to: state.causes, at: time)
    case .beacon, .cell: break
    }
  }

  /// Sets the power of Bluetooth: beacon scanning plus advertising.
  mutating func setBluetooth(
    _ scan: SensorState, duty: Double, isSending: Bool, at time: SimTime
  ) {
    let listening = scan.isOn ? power.bluetoothScanning * duty : 0
    let sending = isSending ? power.bluetoothAdvertising : 0
    let state = sending > 0 ? "advertising" : scan.isOn ? "on" : "off"
    energy.attribute(.bluetooth, to: listening + sending > 0 ? scan.causes : [], at: time)
    energy.set(.bluetooth, to: state, milliwatts: listening + sending, at: time)
  }

  /// Sets the power states of the processor and of the screen.
  mutating func setProcessor(_ load: ProcessorLoad, at time: SimTime) {
    let asleep = power.processorSuspended
    let (state, milliwatts): (String, Double) =
      if load.isOff {
        ("off", 0)
      } else if load.isInCall {
        ("video_call", power.videoCall)
      } else if load.isDelivering {
        (
          "delivering",
          max(asleep + power.processorDelivering, load.isAwake ? power.processorAwake : 0)
        )
      } else if load.isAwake {
        ("awake", power.processorAwake)
      } else {
        ("suspended", asleep)
      }
    energy.attribute(
      .processor, to: load.isDelivering && !load.isOff ? load.causes : [], at: time)
    energy.set(.processor, to: state, milliwatts: milliwatts, at: time)
    let isLit = load.isScreenOn && !load.isOff
    guard isLit || energy.isKnown(.screen) else { return }
    energy.set(.screen, to: isLit ? "on" : "off", milliwatts: isLit ? power.screen : 0, at: time)
  }

  /// Adds a wake-up of the sleeping processor, one per moment.
  mutating func wake(at time: SimTime) {
    guard time != wokenAt else { return }
    wokenAt = time
    energy.charge(.processor, "wake", millijoules: power.wakeMillijoules)
  }

  /// Adds a wake-up for radio reports, at most one per second.
  mutating func report(at time: SimTime) {
    let second = time.nanoseconds / 1_000_000_000
    guard second != reportedSecond else { return }
    reportedSecond = second
    energy.charge(.processor, "report", millijoules: power.reportMillijoules)
  }

  /// Adds a scan of all Wi-Fi channels.
  mutating func scanWiFi(at time: SimTime) {
    energy.charge(.wifi, "scan", millijoules: power.wifiScanMillijoules, at: time)
  }

  /// Adds a network exchange, if there is a network; its energy depends on its size.
  mutating func exchange(
    bytes: Int = 0, over route: NetworkReachability.ConnectionType, for causes: [String],
    at time: SimTime
  ) {
    guard route != .none else { return }
    let share = route == .cellular ? 1 : Self.wifiShare
    let exchanges = 1 + Double(bytes) / Self.bytesPerExchange
    energy.charge(
      route == .cellular ? .modem : .wifi, "exchange",
      millijoules: power.exchangeMillijoules * share * exchanges, to: causes, at: time)
  }
}
