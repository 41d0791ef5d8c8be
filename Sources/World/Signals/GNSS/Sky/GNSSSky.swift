import Geometry
public import Observations

/// The satellites of a run: where they are at each moment, and what they broadcast.
public struct GNSSSky: Sendable {
  /// GPS time at the scenario's start.
  public let start: GPSTime
  /// The satellites, each once, in their order.
  public private(set) var tracks: [SatelliteTrack]
  /// What the satellites broadcast; they move by it, with the errors that a run adds.
  public let broadcast: BroadcastEphemerides

  /// The broadcast ionosphere; the true one scatters about it.
  public var ionosphere: KlobucharParameters { broadcast.ionosphere ?? .nominal }

  /// Creates a sky from what is broadcast.
  ///
  /// A satellite without a valid message is not there for that while.
  ///
  /// - Parameters:
  ///   - broadcast: The messages.
  ///   - start: GPS time at the scenario's start.
  ///   - duration: How long the run takes, in s.
  ///   - constellations: The systems wanted; satellites beyond 64 are left out.
  public init(
    _ broadcast: BroadcastEphemerides, from start: GPSTime, duration: Double,
    constellations: [Constellation] = [.gps, .glonass]
  ) {
    let end = duration > 0 ? min(duration, 1e7) : 0
    // A minute between knots keeps a day to 0.4 mm; longer runs make do with 6 mm.
    let step = end > 90_000 ? 120.0 : end > 7200 ? 60.0 : 30.0
    let wanted = broadcast.satellites.filter { constellations.contains($0.constellation) }
    let channels = broadcast.glonassChannels
    self.start = start
    self.broadcast = broadcast
    tracks = wanted.prefix(64).map { satellite in
      let channel = satellite.constellation == .glonass ? channels[satellite.number] ?? 0 : 0
      return SatelliteTrack(
        satellite, frequencyChannel: channel, during: 0...end, step: step
      ) { time in
        broadcast.satelliteState(of: satellite, at: start + time)
      }
    }
  }

  /// Creates a sky of given tracks; those beyond 64 are left out.
  public init(
    start: GPSTime, tracks: [SatelliteTrack],
    broadcast: BroadcastEphemerides = BroadcastEphemerides()
  ) {
    self.start = start
    self.tracks = Array(tracks.sorted { $0.satellite < $1.satellite }.prefix(64))
    self.broadcast = broadcast
  }

  /// The same sky for one receiver, whose moments then aren't those of others.
  func apart() -> GNSSSky {
    var sky = self
    sky.tracks = tracks.map { $0.apart() }
    return sky
  }

  /// The nominal constellations of GPS and GLONASS: 48 satellites.
  ///
  /// - Parameters:
  ///   - start: GPS time at the scenario's start.
  ///   - duration: How long the run takes, in s.
  /// - Returns: The sky.
  public static func nominal(from start: GPSTime, duration: Double) -> GNSSSky {
    let end = duration > 0 ? min(duration, 1e7) : 0
    return GNSSSky(
      NominalConstellation.broadcast(from: start, duration: end), from: start, duration: end)
  }
}
