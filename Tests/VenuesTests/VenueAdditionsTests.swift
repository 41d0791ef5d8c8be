import Documents
import Geometry
import Maps
import Observations
import Testing
import Venues

/// Transmitters added to a venue's file.
struct VenueAdditionsTests {
  /// A hall of 60 m by 20 m whose drawing is rotated by a quarter.
  private static func venue(_ rest: String = "") -> String {
    """
    # Somebody's own words stay.
    name: hall
    origin: {latitude: 47 deg, longitude: 8 deg}
    rotation: 90 deg
    buildings:
      - name: hall
        at: [0 m, 0 m]
        size: [60 m, 20 m]
        height: 8 m
        levels:
          - {ordinal: 0, name: G, elevation: 0 m, height: 4 m}
          - {ordinal: 1, name: U, elevation: 4 m, height: 2 m}

    """ + rest
  }

  private static func read(_ text: String) throws -> Venue {
    try decodeDocument(VenueFile.self, from: try YAML.load(text, name: "hall.yaml")).venue()
  }

  @Test func addsTransmittersByRuleAndKeepsTheRest() throws {
    let before = Self.venue()
    let map = try Self.read(before).map
    let spots = TransmitterRule(spacing: 15).spots(in: map)
    let after = try VenueAdditions(accessPoints: spots, beacons: spots)
      .added(to: before, file: "hall.yaml")
    #expect(after.hasPrefix(before))
    let venue = try Self.read(after)
    #expect(
      venue.transmitters.accessPoints.count == spots.count && venue.beacons.count == spots.count)
    for (beacon, spot) in zip(venue.beacons, spots) {
      // The file uses drawing coordinates; the resulting position is the requested one.
      #expect(beacon.position.xy.distance(to: spot.point) < 0.002 && beacon.level == spot.level)
      #expect(map.levels[spot.level ?? 0].covers(beacon.position.xy))
    }
    // Low ceilings are below the default height of beacons.
    #expect(venue.beacons.allSatisfy { $0.position.z < 6 + 1e-9 })
    // 4 by 1.5 of 15 m, in a triangular grid: neighbours are no nearer than that.
    for level in [0, 1] {
      let points = spots.filter { $0.level == level }.map(\.point)
      #expect((4...8).contains(points.count), "\(points)")
      for (index, point) in points.enumerated() {
        #expect(points.dropFirst(index + 1).allSatisfy { $0.distance(to: point) > 14.9 })
      }
    }
    #expect(Set(venue.beacons.map(\.identity)).count == venue.beacons.count)
  }

  @Test(arguments: ["", "  "]) func extendsExistingLists(indent: String) throws {
    let text = Self.venue(
      """
      beacon_uuid: 01234567-89AB-CDEF-0123-456789ABCDEF
      beacons:
      \(indent)- {name: beacon-1, at: [5 m, 5 m], level: 0, major: 9000, minor: 1}
      # The networks.
      ssids: [guests]

      """)
    let after = try VenueAdditions(beacons: [Spot(Vec2(-10, 30), level: 0)])
      .added(to: text, file: "hall.yaml")
    let lines = after.split(separator: "\n").map(String.init)
    let first = try #require(lines.firstIndex { $0.contains("name: beacon-1,") })
    #expect(lines[first + 1].hasPrefix("\(indent)- {name: beacon-2,"), "\(after)")
    #expect(lines[first + 2] == "# The networks.")
    let venue = try Self.read(after)
    #expect(venue.beacons.count == 2 && venue.beacons[0].identity != venue.beacons[1].identity)
    #expect(venue.beacons[0].identity.uuid == venue.beacons[1].identity.uuid)
  }

  @Test func fillsEmptyListsAndRejectsInlineLists() throws {
    let spot = [Spot(Vec2(-10, 30), level: 0)]
    let empty = Self.venue("access_points: []  # none yet\n")
    let filled = try VenueAdditions(accessPoints: spot).added(to: empty, file: "hall.yaml")
    #expect(try Self.read(filled).transmitters.accessPoints.count == 1)
    let flow = Self.venue("access_points: [{name: a, at: [5 m, 5 m], level: 0}]\n")
    let error = #expect(throws: DocumentError.self) {
      try VenueAdditions(accessPoints: spot).added(to: flow, file: "hall.yaml")
    }
    #expect(error?.diagnostics.first?.place?.line == 13, "\(String(describing: error))")
  }

  /// A room too small for the pattern has one in its middle.
  @Test func smallRoomsHaveOneTransmitter() throws {
    let map = try Self.read(Self.venue()).map
    let spots = TransmitterRule(spacing: 400).spots(in: map)
    #expect(spots.count == 2)
    #expect(spots.allSatisfy { $0.point.distance(to: Vec2(-10, 30)) < 0.01 }, "\(spots)")
  }
}
