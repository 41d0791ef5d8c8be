import Geometry
import Maps
import Observations

extension NativeWriter {
  /// The height above the floor of a level, or above the ground.
  private func height(_ position: Vec3, _ level: Int?) -> Double {
    guard let level, venue.levels.indices.contains(level) else { return position.z }
    return position.z - venue.levels[level].elevationMetres
  }

  private static func decibels(_ value: Double) -> String {
    Flow.decimal(value, digits: 3) + " dBm"
  }

  /// Writes access points, beacons and cell sites.
  mutating func writeTransmitters() {
    let transmitters = venue.transmitters
    if !transmitters.accessPoints.isEmpty { text.line("access_points:") }
    for point in transmitters.accessPoints {
      var head = Flow()
      head.add("at", Vec2(point.position.x, point.position.y))
      head.add("height", metres: height(point.position, point.level))
      add(point.level, to: &head)
      text.line("- name: \(Flow.quoted(point.name))", indent: 2)
      for pair in head.pairs { text.line(pair, indent: 4) }
      if point.radios.isEmpty { text.line("radios: []", indent: 4) }
      text.list("radios", indent: 4, point.radios.map(flow))
    }
    text.list("beacons", transmitters.beacons.map(flow))
    writeCells(transmitters.cellSites)
  }

  private func flow(_ radio: AccessPoint.Radio) -> Flow {
    var flow = Flow()
    flow.add("frequency", "\(Flow.decimal(radio.frequencyMegahertz, digits: 6)) MHz")
    flow.add("power", Self.decibels(radio.powerDecibelMilliwatts))
    let networks = radio.networks.map { network in
      "{bssid: '\(network.bssid)', ssid: \(Flow.quoted(network.ssid))}"
    }
    flow.add("networks", "[" + networks.joined(separator: ", ") + "]")
    return flow
  }

  private func flow(_ beacon: Beacon) -> Flow {
    var flow = Flow()
    flow.add("name", quoted: beacon.name)
    flow.add("at", Vec2(beacon.position.x, beacon.position.y))
    flow.add("height", metres: height(beacon.position, beacon.level))
    add(beacon.level, to: &flow)
    flow.add("uuid", "\(beacon.identity.uuid)")
    flow.add("major", "\(beacon.identity.major)")
    flow.add("minor", "\(beacon.identity.minor)")
    flow.add("measured_power", Self.decibels(beacon.measuredPowerDecibelMilliwatts))
    if beacon.truePowerDecibelMilliwatts != beacon.measuredPowerDecibelMilliwatts {
      flow.add("true_power", Self.decibels(beacon.truePowerDecibelMilliwatts))
    }
    flow.add("interval", "\(Flow.decimal(beacon.intervalSeconds, digits: 6)) s")
    return flow
  }

  private mutating func writeCells(_ sites: [CellSite]) {
    if !sites.isEmpty { text.line("cells:") }
    for site in sites {
      var head = Flow()
      head.add("at", Vec2(site.position.x, site.position.y))
      head.add("height", metres: site.position.z)
      head.add("technology", site.technology.rawValue)
      head.add("country", "\(site.countryCode)")
      head.add("network", "\(site.networkCode)")
      head.add("area", "\(site.areaCode)")
      head.add("power", Self.decibels(site.powerDecibelMilliwatts))
      head.add("frequency", "\(Flow.decimal(site.frequencyMegahertz, digits: 6)) MHz")
      text.line("- name: \(Flow.quoted(site.name))", indent: 2)
      for pair in head.pairs { text.line(pair, indent: 4) }
      if site.sectors.isEmpty { text.line("sectors: []", indent: 4) }
      text.list(
        "sectors", indent: 4,
        site.sectors.map { sector in
          var flow = Flow()
          if let azimuth = sector.azimuthRadians { flow.add("bearing", Self.bearing(azimuth)) }
          flow.add("cell", "\(sector.cellIdentity)")
          flow.add("physical", "\(sector.physicalIdentity)")
          flow.add("channel", "\(sector.channelNumber)")
          return flow
        })
    }
  }

  /// Writes places and regions.
  mutating func writePlaces() {
    text.list(
      "places",
      venue.map.places.map { place in
        var flow = Flow()
        flow.add("name", quoted: place.name)
        flow.add("at", place.spot.point)
        add(place.spot.level, to: &flow)
        return flow
      })
    text.list(
      "regions",
      venue.regions.map { region in
        var flow = Flow()
        flow.add("name", quoted: region.name)
        flow.add("at", region.center)
        flow.add("radius", metres: region.radiusMetres)
        add(region.level, to: &flow)
        return flow
      })
  }
}
