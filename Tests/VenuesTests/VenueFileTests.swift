import Documents
import Geometry
import Maps
import Observations
import TestSupport
import Testing
import Venues

struct VenueFileTests {
  private static let good = """
    name: Mall
    origin: {latitude: 47.5 deg, longitude: 8.25 deg, altitude: 410 m}
    roof:
      outline: [[0 m, 0 m], [50 m, 0 m], [50 m, 20 m], [0 m, 20 m]]
      loss: 25 dB
    levels:
      - ordinal: 1
        name: First
        elevation: 4.5 m
      - ordinal: 0
        name: Ground
        walls:
          - {from: [0 m, 0 m], to: [50 m, 0 m]}
          - {from: [50 m, 0 m], to: [50 m, 20 m]}
    beacons:
      - {name: door, at: [1 m, 2 m], uuid: F7826DA6-4FA2-4E98-8024-BC5B71E0893E, major: 7, minor: 8}
      - name: cafe
        at: [30 m, 10 m]
        level: 1
        height: 3 m
        uuid: f7826da6-4fa2-4e98-8024-bc5b71e0893f
        measured_power: -61 dBm
        true_power: -64 dBm
        interval: 100 ms

    """

  private func venue(_ text: String) throws(DocumentError) -> Venue {
    try decodeDocument(VenueFile.self, bytes: Array(text.utf8), name: "v.yaml").venue()
  }

  @Test func readsAVenue() throws {
    let venue = try venue(Self.good)
    #expect(venue.name == "Mall")
    let origin = venue.frame.origin
    #expect(abs(origin.latitudeDegrees - 47.5) < 1e-12)
    #expect(abs(origin.longitudeDegrees - 8.25) < 1e-12)
    #expect(origin.altitudeMetres == 410)
    #expect(venue.levels.map(\.ordinal) == [0, 1])
    #expect(venue.level(1)?.elevationMetres == 4.5 && venue.level(2) == nil)
    #expect(venue.level(0)?.walls.last == Segment2([50, 0], [50, 20]))
    #expect(venue.roof?.lossDecibels == 25)
    #expect(venue.roof?.outline.area == 1000)
    let (door, cafe) = (venue.beacons[0], venue.beacons[1])
    #expect(door.position == [1, 2, 2.5] && cafe.position == [30, 10, 7.5])
    #expect(door.identity.major == 7 && door.identity.minor == 8 && cafe.identity.major == 0)
    #expect(door.identity.uuid.description == "F7826DA6-4FA2-4E98-8024-BC5B71E0893E")
    #expect(door.measuredPowerDecibelMilliwatts == -59 && door.truePowerDecibelMilliwatts == -59)
    #expect(cafe.measuredPowerDecibelMilliwatts == -61)
    #expect(cafe.truePowerDecibelMilliwatts == -64)
    #expect(door.intervalSeconds == 0.35 && cafe.intervalSeconds == 0.1)
  }

  @Test func publishesWhatItHasAndNoMore() throws {
    let venue = try venue(Self.good)
    let map = venue.map
    #expect(map.name == venue.name && map.frame == venue.frame && map.levels == venue.levels)
    #expect(
      map.beacons
        == venue.beacons.map {
          PublishedBeacon(identity: $0.identity, position: $0.position, level: $0.level)
        })
    let empty = try self.venue(
      "name: x\norigin: {latitude: 0 deg, longitude: 0 deg}\nlevels: [{ordinal: 0, name: G}]\n")
    #expect(empty.beacons.isEmpty && empty.roof == nil && empty.map.levels.count == 1)
  }

  @Test(arguments: ["90 deg", "-90 deg"]) func reachesThePoles(latitude: String) throws {
    let text = try #require(Self.good.replacingOnly("47.5 deg", with: latitude))
    let place = try venue(text).frame.origin
    #expect(abs(place.latitudeDegrees) == 90)
  }

  @Test(arguments: [
    ("latitude: 47.5 deg", "latitude: 91 deg", "v.yaml:2:20:", "at most 90 deg, found '91 deg'"),
    (
      "longitude: 8.25 deg", "longitude: 181 deg", "v.yaml:2:41:",
      "at most 180 deg, found '181 deg'"
    ),
    ("longitude: 8.25 deg", "longitude: 8.25", "v.yaml:2:41:", "an angle"),
    ("ordinal: 1", "ordinal: 0", "v.yaml:6:1:", "two levels have the same ordinal"),
    ("ordinal: 1", "ordinal: one", "v.yaml:7:14:", "whole number"),
    ("level: 1", "level: 2", "v.yaml:15:1:", "'cafe' stands on level 2"),
    ("name: cafe", "name: door", "v.yaml:15:1:", "same name"),
    ("bc5b71e0893f", "bc5b71e0893", "v.yaml:21:11:", "a UUID"),
    ("to: [50 m, 20 m]}", "to: [50 m, 0 m]}", "v.yaml:14:29:", "two different ends"),
    ("[50 m, 20 m], [0 m, 20 m]]", "[0 m, 20 m], [50 m, 20 m]]", "v.yaml:4:3:", "edges 1 and 3"),
    ("[50 m, 20 m], [0 m, 20 m]]", "[50 m, 0 m]]", "v.yaml:4:3:", "three are the least"),
    ("interval: 100 ms", "interval: 1 ms", "v.yaml:24:15:", "20 ms"),
    ("altitude: 410 m", "altitud: 410 m", "v.yaml:2:51:", "did you mean 'altitude'?"),
    ("major: 7", "major: 65536", "v.yaml:16:85:", "65535"),
  ]) func placesAMistake(old: String, new: String, place: String, cause: String) throws {
    let text = try #require(Self.good.replacingOnly(old, with: new), "'\(old)' stands once")
    let found = mistakes { () throws(DocumentError) in try venue(text) }
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix(place) == true, "\(found)")
    #expect(found.first?.contains(cause) == true, "\(found)")
  }

  @Test func reportsAllMistakesAtOnce() throws {
    var text = Self.good
    for (old, new) in [
      ("47.5 deg", "91 deg"), ("bc5b71e0893f", "zz"), ("to: [50 m, 0 m]}", "to: [0 m, 0 m]}"),
      ("[50 m, 20 m], [0 m, 20 m]]", "[0 m, 20 m], [50 m, 20 m]]"),
    ] {
      text = try #require(text.replacingOnly(old, with: new))
    }
    let found = mistakes { () throws(DocumentError) in try venue(text) }
    #expect(found.map { $0.prefix(9) } == ["v.yaml:2:", "v.yaml:4:", "v.yaml:13", "v.yaml:21"])
  }
}
