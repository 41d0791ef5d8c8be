public import Kernel
public import Observations
public import Truth

/// The simulated signals of one phone: a model for each signal that isn't off.
public struct PhoneSignals: Sendable {
  public private(set) var trajectory: Trajectory
  /// The satellites' broadcast, for assistance.
  public let sky: GNSSSky
  /// Sample rate of the motion sensors, in Hz.
  public let sampleRateHertz: Double
  /// Duration of a Wi-Fi scan; nil without Wi-Fi.
  public let scanDuration: SimDuration?

  private var cursor: TrajectoryCursor
  private var gnss: GNSSReceiver?
  private var wifi: WiFiModel?
  private var beacons: BeaconReceiver?
  private var cell: CellModel?
  private var motion: InertialModel?
  private var barometer: BarometerModel?
  /// The reference time of the last delivered ephemeris of each satellite.
  private var handed: [SatelliteID: GPSTime] = [:]

  /// Creates the signals of one phone.
  ///
  /// - Parameters:
  ///   - trajectory: The phone's trajectory.
  ///   - scene: The shared surroundings of the run.
  ///   - receiver: The phone's address in random streams.
  ///   - carrier: The index of its carrier among the scene's people; nil without a carrier.
  public init(
    along trajectory: Trajectory, in scene: SignalScene, for receiver: SignalReceiver,
    carrier: Int? = nil
  ) {
    self.trajectory = trajectory
    sky = scene.sky
    cursor = TrajectoryCursor(trajectory)
    let settings = scene.settings
    sampleRateHertz = settings.motion.parameters?.sampleRateHertz ?? 50
    gnss = settings.gnss.parameters.map { GNSSReceiver($0, in: scene.gnss, for: receiver) }
    wifi = settings.wifi.parameters.map { WiFiModel($0, in: scene.wifi, for: receiver) }
    scanDuration = wifi?.scanDuration
    beacons = settings.beacons.parameters.map {
      BeaconReceiver($0, in: scene.beacons, for: receiver)
    }
    cell = settings.cell.parameters.map { CellModel($0, in: scene.cell, for: receiver) }
    motion = settings.motion.parameters.map { InertialModel($0, in: scene.motion, for: receiver) }
    barometer = settings.barometer.parameters.map {
      BarometerModel($0, in: scene.air, for: receiver)
    }
    let bystanders = Bystanders(scene.people, carrier: carrier)
    wifi?.bystanders = bystanders
    wifi?.carrier = carrier
    beacons?.bystanders = bystanders
    beacons?.carrier = carrier
  }

  /// Switches to another trajectory, equal to the last one up to now and a little beyond.
  ///
  /// Random draws are addressed by device, purpose and time, and so stay unchanged.
  public mutating func follow(_ trajectory: Trajectory) {
    self.trajectory = trajectory
    cursor = TrajectoryCursor(trajectory)
  }

  /// Reads the motion sensors at all ticks from one time until another; see ``InertialModel``.
  public mutating func readMotion(
    _ sensors: InertialSensors, from begin: SimTime, until end: SimTime,
    into readings: inout InertialReadings
  ) {
    readings.removeAll()
    motion?.fill(
      &readings, sensors: sensors, hertz: sampleRateHertz, from: begin, until: end,
      along: &cursor)
  }

  /// The barometer's reading.
  public mutating func pressure(at time: SimTime) -> PressureSample? {
    barometer?.sense(along: trajectory, at: time)
  }

  /// The satellite receiver's measurements; nil without a receiver.
  public mutating func gnssEpoch(at time: SimTime) -> GNSSEpoch? {
    gnss?.sense(along: trajectory, at: time)
  }

  /// The navigation messages decoded since the last call.
  public mutating func newMessages(at time: SimTime) -> [BroadcastEphemeris] {
    guard gnss != nil else { return [] }
    let now = sky.start + time.seconds
    return sky.tracks.compactMap { track in
      // Through the optional, as a binding would copy the large receiver.
      guard gnss?.hasEphemeris(of: track.satellite, at: time) == true,
        let message = sky.broadcast.ephemeris(for: track.satellite, at: now),
        handed[track.satellite] != message.referenceTime
      else { return nil }
      handed[track.satellite] = message.referenceTime
      return message
    }
  }

  /// All messages valid at a moment, as assistance from the network; none without a receiver.
  public mutating func assistance(at time: SimTime) -> [BroadcastEphemeris] {
    guard gnss != nil else { return [] }
    let now = sky.start + time.seconds
    let messages = sky.tracks.compactMap { sky.broadcast.ephemeris(for: $0.satellite, at: now) }
    for message in messages {
      if let satellite = message.satellite { handed[satellite] = message.referenceTime }
    }
    return [.ionosphere(sky.ionosphere)] + messages
  }

  /// The Wi-Fi scan that starts at a moment; nil without Wi-Fi.
  public mutating func wifiScan(startingAt time: SimTime) -> WiFiScan? {
    wifi?.sense(along: trajectory, at: time)
  }

  /// The cells received at a moment; nil without a modem.
  public mutating func cellScan(at time: SimTime) -> CellScan? {
    cell?.sense(along: trajectory, at: time)
  }

  /// Starts the beacon scanner; a nil profile means that of the scenario.
  public mutating func startBeaconScan(at time: SimTime, profile: BeaconScanProfile? = nil) {
    beacons?.startScanning(at: time, profile: profile)
  }

  /// The next received beacon frame after a moment and not after a limit.
  public mutating func nextBeacon(
    after time: SimTime, until limit: SimTime
  ) -> BeaconAdvertisement? {
    beacons?.nextAdvertisement(along: trajectory, after: time, until: limit)
  }
}
