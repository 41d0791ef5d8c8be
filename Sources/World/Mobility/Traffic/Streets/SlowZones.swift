/// A part of a track with reduced speed.
struct SlowZone: Sendable {
  var factor: Double
  var from: Double
  var to: Double
}

/// The slow zones, at most one on each track.
struct SlowZones: Sendable {
  private var zones: [SlowZone] = []
  /// The zone index of each track, -1 for none.
  private var zoneOfTrack: [Int32]

  init(trackCount: Int) { zoneOfTrack = Array(repeating: -1, count: trackCount) }

  /// Returns the zone on a stretch; links have none.
  @inline(__always)
  func zone(on stretch: Int) -> SlowZone? {
    guard !zones.isEmpty, stretch < zoneOfTrack.count, zoneOfTrack[stretch] >= 0 else { return nil }
    return zones[Int(zoneOfTrack[stretch])]
  }

  /// Sets the zone of a track, in place of any other.
  mutating func set(_ zone: SlowZone, on track: Int) {
    if zoneOfTrack[track] >= 0 {
      zones[Int(zoneOfTrack[track])] = zone
    } else {
      zoneOfTrack[track] = Int32(zones.count)
      zones.append(zone)
    }
  }
}
