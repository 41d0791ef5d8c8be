import Documents
import Geometry
import Maps
import Testing
import Venues

/// Properties of the bundled venues, besides being valid.
struct NativeVenuesTests {
  static let names = ["museum", "mall", "airport", "hospital", "casino-hotel"]

  private func venue(_ name: String) throws(DocumentError) -> Venue {
    try decodeDocument(VenueFile.self, path: "scenarios/venues/\(name).yaml").venue()
  }

  @Test(arguments: names) func pathsOfEachLevelAreConnected(name: String) throws {
    let venue = try venue(name)
    let paths = venue.map.paths
    var group = Array(paths.nodes.indices)
    func root(_ node: Int) -> Int {
      var node = node
      while group[node] != node { node = group[node] }
      return node
    }
    for edge in paths.edges where paths.nodes[edge.from].level == paths.nodes[edge.to].level {
      group[root(edge.from)] = root(edge.to)
    }
    for level in venue.levels.indices {
      let nodes = paths.nodes.indices.filter { paths.nodes[$0].level == level }
      let roots = Set(nodes.map(root))
      let ends = roots.map { paths.nodes[$0].point }
      #expect(roots.count <= 1, "level \(venue.levels[level].shortName): \(ends)")
    }
  }

  @Test(arguments: names) func everyFloorHasWiFiAndConnectors(name: String) throws {
    let venue = try venue(name)
    for (number, level) in venue.levels.enumerated() {
      let points = venue.transmitters.accessPoints.filter { $0.level == number }
      let area = level.outline.reduce(0) { $0 + $1.area }
      #expect(Double(points.count) >= area / 1200, "level \(level.shortName)")
      #expect(
        points.allSatisfy { point in
          point.radios.contains { $0.frequencyMegahertz < 2500 }
            && point.radios.contains { $0.frequencyMegahertz > 5000 }
            && point.radios.allSatisfy { $0.networks.count >= 3 }
        })
      let isServed = venue.map.connectors.contains { connector in
        connector.stops.contains { $0.level == number }
      }
      #expect(isServed, "level \(level.shortName)")
    }
    let addresses = venue.transmitters.accessPoints.flatMap { point in
      point.radios.flatMap { $0.networks.map(\.bssid) }
    }
    #expect(Set(addresses).count == addresses.count)
    #expect(Set(venue.beacons.map(\.identity)).count == venue.beacons.count)
    #expect(venue.transmitters.cellSites.count >= 3)
    #expect(venue.levels.contains { $0.openings.contains(where: \.isEntrance) })
  }

  @Test func hotelSkipsFloorThirteen() throws {
    let venue = try venue("casino-hotel")
    #expect(venue.levels.count == 30 && !venue.levels.contains { $0.shortName == "13" })
    #expect(venue.levels[12].shortName == "14" && venue.levels[12].ordinal == 12)
    #expect(venue.materials.lifts.values.contains { $0.speedMetresPerSecond == 6 })
  }
}
