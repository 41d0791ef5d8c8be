public import Geometry

// What stored messages say of measured epochs.

extension BroadcastEphemerides {
  /// The frequency channel of each GLONASS slot, by its last message.
  public var glonassChannels: [Int: Int] {
    var channels: [Int: Int] = [:]
    for satellite in satellites {
      guard case .glonass(let message)? = messages(of: satellite).last else { continue }
      channels[message.slot] = message.frequencyChannel
    }
    return channels
  }

  /// The satellites that epochs measured though no message is valid for them, sorted.
  ///
  /// - Parameters:
  ///   - epochs: The epochs.
  ///   - healthyOnly: Whether messages of ill satellites count as absent.
  /// - Returns: Each such satellite and in how many epochs it was measured in vain.
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

  /// The GLONASS satellites that transmit on a channel at a time, sorted.
  ///
  /// Two at most in a full constellation, opposite each other in their plane.
  ///
  /// - Parameters:
  ///   - channel: The frequency channel.
  ///   - time: GPS time.
  /// - Returns: The satellites that have a usable message.
  public func glonassSatellites(onChannel channel: Int, at time: GPSTime) -> [SatelliteID] {
    satellites.filter { satellite in
      guard satellite.constellation == .glonass,
        case .glonass(let message)? = ephemeris(for: satellite, at: time)
      else { return false }
      return message.frequencyChannel == channel
    }
  }

  /// The epoch with slots for the GLONASS satellites that a phone knows by their channels only.
  ///
  /// Android numbers those 93 to 106, the channel plus 100. Of the satellites on a channel the one
  /// highest above the place's horizon is meant; without a message of it the number stays.
  ///
  /// - Parameters:
  ///   - epoch: The epoch.
  ///   - place: Roughly where the receiver is, in m; a thousand kilometres off do no harm.
  /// - Returns: The epoch; a satellite that it has by its slot already stays alone.
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
        // The sine of the elevation, as over a sphere.
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
