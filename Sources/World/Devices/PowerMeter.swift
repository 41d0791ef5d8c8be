import Kernel
import Observations

/// What the processor has to do.
struct ProcessorLoad: Sendable {
  /// Whether the phone is off.
  let isOff: Bool
  /// Whether a video call is on.
  let isInCall: Bool
  /// Whether it takes satellite fixes live.
  let isDelivering: Bool
  /// On whose behalf.
  let causes: [String]
  /// Whether an app's code can run, or the user looks.
  let isAwake: Bool
  let isScreenOn: Bool
}

/// Books what the parts of a phone draw, and on whose behalf.
struct PowerMeter: Sendable {
  /// How many bytes cost as much as a small exchange; an estimate.
  private static let bytesPerExchange = 50_000.0
  /// What an exchange over Wi-Fi costs of one over a modem; an estimate.
  private static let wifiShare = 0.25

  private(set) var energy = EnergyLedger()
  private let power: PowerProfile
  /// The last moment at which the processor was woken, and the last second in which a radio did so.
  private var wokenAt = SimTime.distantPast
  private var reportedSecond = Int64.min

  init(_ power: PowerProfile) { self.power = power }

  /// Books what all parts have drawn up to now, and returns what everything has cost, in mJ.
  mutating func settle(at time: SimTime) -> Double {
    energy.settle(at: time)
    return energy.totalMillijoules
  }

  /// Books what a sensor draws from now on, and on whose behalf.
  ///
  /// - Parameters:
  ///   - sensor: Any but that of beacons, whose radio may send as well.
  ///   - state: What is asked of it.
  ///   - phase: What the satellite receiver does.
  ///   - time: Now.
  mutating func set(
    _ sensor: RadioRequest.Sensor, _ state: SensorState, _ phase: SatelliteReceiver.Phase,
    at time: SimTime
  ) {
    func set(
      _ component: EnergyLedger.Component, _ milliwatts: Double, _ name: String = "on"
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

  /// Books what listening for beacons and being one draw together.
  mutating func setBluetooth(
    _ scan: SensorState, duty: Double, isSending: Bool, at time: SimTime
  ) {
    let listening = scan.isOn ? power.bluetoothScanning * duty : 0
    let sending = isSending ? power.bluetoothAdvertising : 0
    let state = sending > 0 ? "advertising" : scan.isOn ? "on" : "off"
    energy.attribute(.bluetooth, to: listening + sending > 0 ? scan.causes : [], at: time)
    energy.set(.bluetooth, to: state, milliwatts: listening + sending, at: time)
  }

  /// Books what the processor and the screen draw from now on.
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

  /// Books a wake-up of the sleeping processor, once for all that comes at one moment.
  mutating func wake(at time: SimTime) {
    guard time != wokenAt else { return }
    wokenAt = time
    energy.charge(.processor, "wake", millijoules: power.wakeMillijoules)
  }

  /// Books a wake-up for reports of a radio, which come once a second at most.
  mutating func report(at time: SimTime) {
    let second = time.nanoseconds / 1_000_000_000
    guard second != reportedSecond else { return }
    reportedSecond = second
    energy.charge(.processor, "report", millijoules: power.reportMillijoules)
  }

  /// Books a scan of all Wi-Fi channels.
  mutating func scanWiFi(at time: SimTime) {
    energy.charge(.wifi, "scan", millijoules: power.wifiScanMillijoules, at: time)
  }

  /// Books an exchange over the network, if there is one: what it costs hangs on its size.
  mutating func exchange(
    bytes: Int = 0, over route: NetworkReachability.Route, for causes: [String], at time: SimTime
  ) {
    guard route != .none else { return }
    let share = route == .cellular ? 1 : Self.wifiShare
    let exchanges = 1 + Double(bytes) / Self.bytesPerExchange
    energy.charge(
      route == .cellular ? .modem : .wifi, "exchange",
      millijoules: power.exchangeMillijoules * share * exchanges, to: causes, at: time)
  }
}
