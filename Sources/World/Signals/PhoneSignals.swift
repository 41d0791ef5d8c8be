public import Kernel
public import Observations
public import Truth

/// All that one phone senses along its way: a model for each signal that isn't switched off.
public struct PhoneSignals: Sendable {
  /// The phone's trajectory.
  public private(set) var trajectory: Trajectory
  /// What the satellites broadcast, for assistance.
  public let sky: GNSSSky
  /// How often motion sensors are read, in Hz.
  public let sampleRateHertz: Double
  /// How long a Wi-Fi scan takes; nil if there is no Wi-Fi.
  public let scanDuration: SimDuration?

  private var cursor: TrajectoryCursor
  private var gnss: GNSSReceiver?
  private var wifi: WiFiModel?
  private var beacons: BeaconReceiver?
  private var cell: CellModel?
  private var motion: InertialModel?
  private var barometer: BarometerModel?
  /// What of the broadcast each satellite was last handed on.
  private var handed: [SatelliteID: GPSTime] = [:]

  /// Creates the signals of one phone.
  ///
  /// - Parameters:
  ///   - trajectory: Where the phone goes.
  ///   - scene: What all phones of the run share.
  ///   - receiver: The phone's number in random streams.
  ///   - bearer: The number of its bearer among the scene's people; nil if it is nobody's.
  public init(
    along trajectory: Trajectory, in scene: SignalScene, for receiver: SignalReceiver,
    bearer: Int? = nil
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
    let bystanders = Bystanders(scene.people, bearer: bearer)
    wifi?.bystanders = bystanders
    wifi?.bearer = bearer
    beacons?.bystanders = bystanders
    beacons?.bearer = bearer
  }

  /// Goes on along another trajectory, which is the same as the last up to now and a little beyond.
  ///
  /// What is random is addressed by device, purpose and time, and so stays as it was.
  public mutating func follow(_ trajectory: Trajectory) {
    self.trajectory = trajectory
    cursor = TrajectoryCursor(trajectory)
  }

  /// Reads motion sensors at all ticks from one time until another; see ``InertialModel``.
  public mutating func readMotion(
    _ sensors: InertialSensors, from begin: SimTime, until end: SimTime,
    into readings: inout InertialReadings
  ) {
    readings.removeAll()
    motion?.fill(
      &readings, sensors: sensors, hertz: sampleRateHertz, from: begin, until: end,
      along: &cursor)
  }

  /// What the barometer reads.
  public mutating func pressure(at time: SimTime) -> PressureSample? {
    barometer?.sense(along: trajectory, at: time)
  }

  /// What the satellite receiver measures; nil if there is none.
  public mutating func gnssEpoch(at time: SimTime) -> GNSSEpoch? {
    gnss?.sense(along: trajectory, at: time)
  }

  /// The messages that the receiver has come to know since it was last asked.
  public mutating func newMessages(at time: SimTime) -> [BroadcastEphemeris] {
    guard gnss != nil else { return [] }
    let now = sky.start + time.seconds
    return sky.tracks.compactMap { track in
      // Through the optional: the receiver is large, and a binding would be a copy of it.
      guard gnss?.hasEphemeris(of: track.satellite, at: time) == true,
        let message = sky.broadcast.ephemeris(for: track.satellite, at: now),
        handed[track.satellite] != message.referenceTime
      else { return nil }
      handed[track.satellite] = message.referenceTime
      return message
    }
  }

  /// All messages that hold at a moment, as the network sends them; none without a receiver.
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

  /// The cells heard at a moment; nil without a modem.
  public mutating func cellScan(at time: SimTime) -> CellScan? {
    cell?.sense(along: trajectory, at: time)
  }

  /// Switches the beacon scanner on.
  ///
  /// - Parameters:
  ///   - time: When.
  ///   - profile: How it divides its time; the scenario's own way if nil.
  public mutating func startBeaconScan(at time: SimTime, profile: BeaconScanProfile? = nil) {
    beacons?.startScanning(at: time, profile: profile)
  }

  /// The next beacon that is heard after a moment and not after a limit.
  public mutating func nextBeacon(
    after time: SimTime, until limit: SimTime
  ) -> BeaconAdvertisement? {
    beacons?.nextAdvertisement(along: trajectory, after: time, until: limit)
  }
}
