import Geometry
import Kernel
import Observations
package import Venues

/// A past state of a venue: before some access points moved, came and went.
package struct CrowdPast {
  /// Change of an access point, determined by its name.
  private enum PastChange { case stays, moved, gone, new, twin }

  private let venue: Venue
  private let parameters: CrowdParameters
  private let seed: UInt64

  package init(of venue: Venue, _ parameters: CrowdParameters, seed: UInt64) {
    self.venue = venue
    self.parameters = parameters
    self.seed = seed
  }

  /// The venue half a year ago, or a few weeks ago.
  package func venue(isOld: Bool) -> Venue {
    let points = venue.transmitters.accessPoints
    var then: [AccessPoint] = []
    for point in points {
      var draw = RandomStream(
        seed: seed, entity: stableHash(point.name), purpose: "crowd.past")
      let place = points[draw.integer(below: points.count)]
      let number = draw.next() & 0xFCFF_FFFF_FF00
      switch fate(&draw) {
      case .stays: then.append(point)
      case .new:
        // Half of the new ones were there a few weeks ago; the others are in no report.
        if !isOld, draw.happens(withProbability: 0.5) { then.append(point) }
      case .moved:
        // Its old position is near that of another access point.
        let there = AccessPoint(
          name: point.name + "\nbefore", position: place.position + Vec3(3, 2, 0),
          level: place.level, radios: point.radios)
        then.append(isOld ? there : point)
      case .gone:
        then.append(point)
        if isOld {
          then.append(
            AccessPoint(
              name: point.name + "\ngone", position: point.position + Vec3(4, -3, 0),
              level: point.level, radios: point.radios.enumerated().map { $1.counted(number, $0) }))
        }
      case .twin:
        then.append(point)
        then.append(
          AccessPoint(
            name: point.name + "\ntwin", position: place.position + Vec3(-2, 4, 0),
            level: place.level, radios: point.radios))
      }
    }
    return Venue(
      map: venue.map, materials: venue.materials,
      transmitters: Transmitters(accessPoints: then, cellSites: venue.transmitters.cellSites))
  }

  private func fate(_ draw: inout RandomStream) -> PastChange {
    var share = draw.uniform()
    for (fate, chance) in [
      (PastChange.moved, parameters.movedShare), (.gone, parameters.goneShare),
      (.new, parameters.newShare), (.twin, parameters.twinShare),
    ] {
      if share < chance { return fate }
      share -= chance
    }
    return .stays
  }
}

extension AccessPoint.Radio {
  /// A copy of the radio with other addresses.
  fileprivate func counted(_ base: UInt64, _ number: Int) -> AccessPoint.Radio {
    AccessPoint.Radio(
      frequencyMegahertz: frequencyMegahertz, powerDecibelMilliwatts: powerDecibelMilliwatts,
      networks: networks.enumerated().map {
        AccessPoint.Network(
          bssid: HardwareAddress(base | UInt64(number * 8 + $0)), ssid: $1.ssid)
      })
  }
}
