public import Geometry

// Properties common to all kinds of broadcast messages.

extension BroadcastEphemeris {
  /// The satellite of the orbit; nil for the ionosphere.
  public var satellite: SatelliteID? {
    switch self {
    case .kepler(let message): message.satellite
    case .glonass(let message): message.satellite
    case .ionosphere: nil
    }
  }

  /// The reference time of the orbit; the origin of GPS time for the ionosphere.
  public var referenceTime: GPSTime {
    switch self {
    case .kepler(let message):
      GPSTime(week: message.gpsWeek, secondsOfWeek: message.timeOfEphemerisSeconds)
    case .glonass(let message):
      GPSTime(week: message.gpsWeek, secondsOfWeek: message.timeOfEphemerisSeconds)
    case .ionosphere: GPSTime(week: 0, secondsOfWeek: 0)
    }
  }

  /// Max age of the orbit on either side of its reference time, in s.
  ///
  /// GPS and QZSS 2 h (IS-GPS-200, 20.3.4.4: fit interval 4 h), Galileo 4 h, BeiDou 6 h and GLONASS
  /// half an hour, as in RTKLIB; nominally GLONASS messages last a quarter of an hour.
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

  /// True if the message reports a healthy satellite.
  public var isHealthy: Bool {
    switch self {
    case .kepler(let message): message.health == 0
    case .glonass(let message): message.health == 0
    case .ionosphere: true
    }
  }

  /// Returns the satellite's state at a GPS time in s of the week; nil for the ionosphere.
  public func satelliteState(atSecondsOfWeek secondsOfWeek: Double) -> SatelliteState? {
    switch self {
    case .kepler(let message): message.satelliteState(atSecondsOfWeek: secondsOfWeek)
    case .glonass(let message): message.satelliteState(atSecondsOfWeek: secondsOfWeek)
    case .ionosphere: nil
    }
  }

  /// Returns the path of a signal received at a position and GPS time; nil for the ionosphere.
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
