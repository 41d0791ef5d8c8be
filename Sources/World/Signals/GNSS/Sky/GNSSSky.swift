import Geometry
public import Observations

/// The satellites of a run: their tracks and broadcast messages.
public struct GNSSSky: Sendable {
  /// GPS time at the scenario's start.
  public let start: GPSTime
  /// The satellites, sorted and unique.
  public private(set) var tracks: [SatelliteTrack]
  /// The broadcast messages; the satellites move by them, with the errors that a run adds.
  public let broadcast: BroadcastEphemerides

  /// The broadcast Klobuchar parameters; the true delay scatters about them.
  public var ionosphere: KlobucharParameters { broadcast.ionosphere ?? .nominal }

  /// Creates a sky from broadcast messages.
  ///
  /// A satellite is absent while it has no valid message.
  ///
  /// - Parameters:
  ///   - broadcast: The messages.
  ///   - start: GPS time at the scenario's start.
  ///   - duration: The duration of the run, in s.
  ///   - constellations: The constellations to include; satellites beyond 64 are left out.
  public init(
    _ broadcast: BroadcastEphemerides, from start: GPSTime, duration: Double,
    constellations: [Constellation] = [.gps, .glonass]
  ) {
    let end = duration > 0 ? min(duration, 1e7) : 0
    // A minute between knots keeps a day to 0.4 mm; two minutes in longer runs are exact to 6 mm.
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

  /// Returns a copy for one receiver, with a cache of its own.
  func apart() -> GNSSSky {
    var sky = self
    sky.tracks = tracks.map { $0.apart() }
    return sky
  }

  /// The nominal constellations of GPS and GLONASS: 48 satellites.
  ///
  /// The duration is that of the run, in s.
  public static func nominal(from start: GPSTime, duration: Double) -> GNSSSky {
    let end = duration > 0 ? min(duration, 1e7) : 0
    return GNSSSky(
      NominalConstellation.broadcast(from: start, duration: end), from: start, duration: end)
  }
}
