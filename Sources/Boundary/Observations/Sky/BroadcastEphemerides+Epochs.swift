public import Geometry

// Queries of the stored messages for measured epochs.

extension BroadcastEphemerides {
  /// The frequency channel of each GLONASS slot, from its last message.
  public var glonassChannels: [Int: Int] {
    var channels: [Int: Int] = [:]
    for satellite in satellites {
      guard case .glonass(let message)? = messages(of: satellite).last else { continue }
      channels[message.slot] = message.frequencyChannel
    }
    return channels
  }

  /// Returns the measured satellites without a valid message, sorted, with the number of epochs.
  ///
  /// `healthyOnly` ignores messages of unhealthy satellites.
  public func missing(
    in epochs: [GNSSEpoch], healthyOnly: Bool = true
  ) -> [(satellite: SatelliteID, epochCount: Int)] {
    var counts: [SatelliteID: Int] = [:]
    for epoch in epochs {
      let time = GPSTime(week: epoch.gpsWeek, secondsOfWeek: epoch.secondsOfWeek)
      for signal in epoch.measurements
      where ephemeris(for: signal.satellite, at: time, healthyOnly: healthyOnly) == nil {
        counts[signal.satellite, default: 0] += 1
      }
    }
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Returns the GLONASS satellites with a usable message on a frequency channel, sorted.
  ///
  /// A full constellation has at most two, opposite each other in their plane.
  public func glonassSatellites(onChannel channel: Int, at time: GPSTime) -> [SatelliteID] {
    satellites.filter { satellite in
      guard satellite.constellation == .glonass,
        case .glonass(let message)? = ephemeris(for: satellite, at: time)
      else { return false }
      return message.frequencyChannel == channel
    }
  }

  /// Replaces channel-based GLONASS numbers of an epoch by slots.
  ///
  /// Android numbers satellites of unknown slot 93 to 106, the channel plus 100. Of the satellites on a
  /// channel, the one highest above the horizon is chosen; without a message the number stays. A
  /// satellite that is already present by its slot isn't duplicated. An error of a thousand kilometres
  /// in the receiver position is harmless.
  public func resolvingGlonassSlots(in epoch: GNSSEpoch, near place: ECEF) -> GNSSEpoch {
    var result = epoch
    let time = GPSTime(week: epoch.gpsWeek, secondsOfWeek: epoch.secondsOfWeek)
    for index in epoch.measurements.indices {
      let id = epoch.measurements[index].satellite
      guard id.constellation == .glonass, id.number > 24 else { continue }
      var best: (satellite: SatelliteID, height: Double)?
      for candidate in glonassSatellites(onChannel: id.number - 100, at: time) {
        guard let state = satelliteState(of: candidate, at: time) else { continue }
        let line = state.positionMetres - place
        // The sine of the elevation, for a spherical Earth.
        let height = line.dot(place) / (line.length * place.length)
        if height > 0, height > best?.height ?? 0 { best = (candidate, height) }
      }
      guard let best,
        !result.measurements.contains(where: { $0.satellite == best.satellite })
      else { continue }
      result.measurements[index].satellite = best.satellite
    }
    return result
  }
}
