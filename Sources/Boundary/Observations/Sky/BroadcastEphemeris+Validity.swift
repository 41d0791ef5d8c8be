public import Geometry

// What all kinds of broadcast messages have in common.

extension BroadcastEphemeris {
  /// The satellite whose orbit this is; nil for the ionosphere.
  public var satellite: SatelliteID? {
    switch self {
    case .kepler(let message): message.satellite
    case .glonass(let message): message.satellite
    case .ionosphere: nil
    }
  }

  /// The time to which the orbit refers; the origin of GPS time for the ionosphere.
  public var referenceTime: GPSTime {
    switch self {
    case .kepler(let message):
      GPSTime(week: message.gpsWeek, secondsOfWeek: message.timeOfEphemerisSeconds)
    case .glonass(let message):
      GPSTime(week: message.gpsWeek, secondsOfWeek: message.timeOfEphemerisSeconds)
    case .ionosphere: GPSTime(week: 0, secondsOfWeek: 0)
    }
  }

  /// How far from its reference time the orbit may be used, in s.
  ///
  /// GPS and QZSS 2 h (IS-GPS-200, 20.3.4.4: fit interval 4 h), Galileo 4 h, BeiDou 6 h and GLONASS
  /// half an hour, as RTKLIB has it; GLONASS means its messages for a quarter of an hour.
  public var validSeconds: Double {
    switch self {
    case .glonass: 1800
    case .ionosphere: .infinity
    case .kepler(let message):
      switch message.satellite.constellation {
      case .galileo: 14_400
      case .beidou: 21_600
      case .gps, .glonass, .qzss, .sbas: 7200
      }
    }
  }

  /// Whether the satellite calls itself healthy.
  public var isHealthy: Bool {
    switch self {
    case .kepler(let message): message.health == 0
    case .glonass(let message): message.health == 0
    case .ionosphere: true
    }
  }

  /// The satellite's state at a GPS time in s of the week; nil for the ionosphere.
  public func satelliteState(atSecondsOfWeek secondsOfWeek: Double) -> SatelliteState? {
    switch self {
    case .kepler(let message): message.satelliteState(atSecondsOfWeek: secondsOfWeek)
    case .glonass(let message): message.satelliteState(atSecondsOfWeek: secondsOfWeek)
    case .ionosphere: nil
    }
  }

  /// The path of a signal that arrives at a place at a GPS time; nil for the ionosphere.
  ///
  /// - Parameters:
  ///   - receiver: The place, in m.
  ///   - secondsOfWeek: True GPS time of reception, in s of the week.
  /// - Returns: The path from the satellite as it was on transmission.
  public func signalPath(
    to receiver: ECEF, receivedAtSecondsOfWeek secondsOfWeek: Double
  ) -> SignalPath? {
    switch self {
    case .kepler(let message):
      message.signalPath(to: receiver, receivedAtSecondsOfWeek: secondsOfWeek)
    case .glonass(let message):
      message.signalPath(to: receiver, receivedAtSecondsOfWeek: secondsOfWeek)
    case .ionosphere: nil
    }
  }
}
