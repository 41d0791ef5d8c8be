import Documents
import TestSupport
import Testing
import Venues

struct NativeMistakeTests {
  private static let good = """
    name: Hall
    origin: {latitude: 47.5 deg, longitude: 8.25 deg, altitude: 410 m}
    beacon_uuid: F7826DA6-4FA2-4E98-8024-BC5B71E0893E
    buildings:
      - name: Main
        at: [0 m, 0 m]
        size: [40 m, 20 m]
        levels:
          - ordinal: 0
            name: G
            height: 4 m
            rooms:
              - {name: Foyer, kind: lobby, at: [0 m, 0 m], size: [20 m, 20 m], doors: [west]}
              - {name: Shop, at: [20 m, 0 m], size: [20 m, 10 m], doors: [west]}
              - {name: Store, at: [20 m, 10 m], size: [20 m, 10 m], doors: [{side: west, at: 5 m}]}
            access_points:
              - {name: ap, at: [10 m, 10 m]}
            beacons:
              - {name: beacon, at: [5 m, 5 m]}
          - ordinal: 1
            name: U
            rooms:
              - {name: Gallery, kind: corridor, at: [0 m, 0 m], size: [40 m, 20 m]}
            fixtures:
              - {at: [30 m, 5 m], size: [2 m, 2 m]}
        stairs:
          - {name: S, from: [2 m, 2 m], to: [2 m, 9 m], levels: [0, U]}
        escalators:
          - {name: E, from: [5 m, 2 m], to: [5 m, 12 m], levels: [0, 1]}
        lifts:
          - {name: L, at: [15 m, 15 m], levels: [0, 1]}
      - {name: Shed, at: [60 m, 0 m], size: [10 m, 10 m], height: 5 m}
    roads:
      - {name: High Street, line: [[-50 m, -20 m], [100 m, -20 m]]}
      - {name: Lane, line: [[50 m, -60 m], [50 m, 60 m]]}
    junctions:
      - {at: [50 m, -20 m], control: signal}
    restrictions:
      - {at: [50 m, -20 m], from: Lane, to: High Street}
    paths:
      - {line: [[2 m, 10 m], [15 m, 10 m]], level: G}
      - {kind: crossing, line: [[0 m, -25 m], [0 m, -15 m]], signal: [50 m, -20 m]}
      - {line: [[0 m, -15 m], [50 m, -10 m], [58 m, 15 m]]}
    car_parks:
      - name: P
        at: [-50 m, -18 m]
        size: [30 m, 10 m]
        stalls:
          - {from: [-48 m, -15 m], to: [-25 m, -15 m], count: 10, heading: 0 deg}
    bus_lines:
      - name: '7'
        stops:
          - {name: West, at: [-40 m, -24 m]}
          - {name: East, at: [90 m, -24 m]}
    places:
      - {name: Bench, at: [-5 m, 0 m]}
    regions:
      - {name: all, at: [0 m, 0 m], radius: 100 m}

    """

  /// Number of the line that contains a piece of text.
  private func line(of part: String) -> Int {
    let before = Self.good.split(separator: part, maxSplits: 1)[0]
    return before.count { $0 == "\n" } + 1
  }

  @Test func templateIsValid() throws {
    let found = mistakes { () throws(DocumentError) in try nativeVenue(Self.good) }
    #expect(found == [])
  }

  /// The change, the position of the error (a piece of that line), and its message.
  @Test(arguments: [
    ("47.5 deg", "91 deg", "latitude", "at most 90 deg, found '91 deg'"),
    ("altitude: 410 m", "altitud: 410 m", "latitude", "did you mean 'altitude'?"),
    ("ordinal: 1", "ordinal: one", "ordinal: one", "whole number"),
    ("ordinal: 1", "ordinal: 0", "", "same ordinal"),
    ("levels: [0, U]", "levels: [0, V]", "{name: S,", "level 'V', which building 'Main' lacks"),
    ("levels: [0, U]", "levels: 3..5", "{name: S,", "none of which exists"),
    ("level: G}", "level: 7}", "[15 m, 10 m]", "which building 'Main' lacks; it has 0 ('G')"),
    ("level: G}", "level: G, building: Mian}", "[15 m, 10 m]", "did you mean 'Main'?"),
    ("name: Shop,", "name: Foyer,", "[20 m, 0 m]", "two rooms of 'Main' are called 'Foyer'"),
    ("name: Shed", "name: 'Shed {n}', repeat: {count: 200000}", "Shed", "from 1 to 100000"),
    ("name: Shed", "name: Shed, repeat: {count: 100000, rows: 9}", "Shed", "repeats more than"),
    ("name: beacon,", "name: beacon, repeat: {count: 2},", "[5 m, 5 m]", "need {n}"),
    (
      "size: [20 m, 10 m], doors: [west]", "size: [20 m, 11 m], doors: [west]", "Store",
      "overlaps room 'Shop' by 20 m2"
    ),
    ("at: [20 m, 10 m], size", "at: [20 m, 10.5 m], size", "Store", "reaches outside"),
    ("size: [20 m, 10 m], doors: [west]", "doors: [west]", "Shop", "needs a shape"),
    (
      "size: [20 m, 10 m], doors: [west]", "size: [-20 m, 10 m], doors: [west]", "Shop",
      "not above 0 m"
    ),
    (
      "at: [20 m, 0 m], size: [20 m, 10 m]",
      "outline: [[20 m, 0 m], [40 m, 0 m], [20 m, 9 m], [40 m, 9 m]]",
      "Shop", "an invalid shape: edges 1 and 3 of the exterior meet"
    ),
    ("[{side: west, at: 5 m}]", "[{at: [20.1 m, 15 m]}]", "Store", "no wall is within 5 cm"),
    ("[{side: west, at: 5 m}]", "[{side: west, at: 9.8 m}]", "Store", "does not fit"),
    (
      "[{side: west, at: 5 m}]", "[{at: [40 m, 15 m], width: 12 m}]", "Store",
      "only 11 m of wall"
    ),
    ("[{side: west, at: 5 m}]", "[{kind: door}]", "Store", "needs a 'side'"),
    ("[{side: west, at: 5 m}]", "[]", "Store", "room 'Store' on level 0 can't be entered"),
    ("[{side: west, at: 5 m}]", "[{side: west, width: 0.45 m}]", "Store", "0.45 m wide"),
    (
      "size: [20 m, 20 m], doors: [west]", "size: [20 m, 20 m]", "name: Main",
      "building 'Main' can't be entered"
    ),
    (
      "name: U\n", "name: U\n        elevation: 3.5 m\n", "ordinal: 1",
      "floor at 3.5 m, below the ceiling of level 0 at 4 m"
    ),
    ("at: [10 m, 10 m]}", "at: [10 m, 21 m]}", "name: ap", "outside the outline of level 0"),
    ("at: [5 m, 5 m]}", "at: [5 m, 5 m], height: 5 m}", "name: beacon", "5 m above the floor"),
    (
      "to: [2 m, 9 m]", "to: [2 m, 6 m]", "{name: S,",
      "rises 4.5 m over 4 m, which is 48.37 degrees"
    ),
    (
      "to: [5 m, 12 m]", "to: [5 m, 8 m]", "name: E",
      "36.87 degrees; the maximum is 35, so it needs 6.43 m"
    ),
    ("to: [2 m, 9 m]", "to: [31 m, 6 m]", "{name: S,", "in a fixture of level 1"),
    ("to: [2 m, 9 m]", "to: [-2 m, 9 m]", "{name: S,", "off the floor of level 1"),
    (
      "levels: [0, 1]}\n  - {name: Shed", "levels: [0]}\n  - {name: Shed", "name: L",
      "serves one level only"
    ),
    ("name: L,", "name: S,", "[15 m, 15 m]", "two connectors are called 'S'"),
    (
      "[2 m, 10 m], [15 m, 10 m]", "[2 m, 10 m], [25 m, 10.5 m]", "level: G",
      "leads through a wall of level 0 at [20 m, "
    ),
    ("[58 m, 15 m]", "[58 m, 5 m], [75 m, 5 m]", "[58 m, ", "leads through building 'Shed'"),
    ("[0 m, -25 m], [0 m, -15 m]", "[0 m, -18 m], [0 m, -15 m]", "crossing", "meets no road"),
    ("signal: [50 m", "signal: [40 m", "crossing", "no junction is signalled"),
    ("[50 m, 60 m]]", "[50 m, 5 m], [80 m, 5 m]]", "Lane, line", "leads through building 'Shed'"),
    ("at: [50 m, -20 m], control", "at: [51 m, -22 m], control", "control", "is on no road"),
    ("from: Lane", "from: Land", "from: Land", "road 'Land' is not at the junction"),
    ("to: [-25 m, -15 m]", "to: [-15 m, -15 m]", "count: 10", "outside its outline"),
    ("[90 m, -24 m]", "[90 m, -54 m]", "name: East", "no road for buses within 25 m"),
    ("at: [-5 m, 0 m]", "at: [-5 m, 0 m], level: 0", "Bench", "off the floor of level 0"),
    ("radius: 100 m", "radius: 100", "radius", "a length"),
    ("[-5 m, 0 m]", "[-5e9 m, 0 m]", "Bench", "within 100 km"),
    ("from: [2 m, 2 m]", "from: [2e10 m, 2 m]", "name: S,", "within 100 km"),
    ("at: [15 m, 15 m]", "at: [15 m, 15e10 m]", "name: L,", "within 100 km"),
    (
      "at: [15 m, 15 m], levels: [0, 1]",
      "stops: [{at: [15e10 m, 15 m], level: 0}, {at: [15 m, 15 m], level: 1}]", "name: L,",
      "within 100 km"
    ),
    ("[-5 m, 0 m]", "[.nan, 0 m]", "Bench", "expected"),
  ])
  func errorsHavePositions(old: String, new: String, at part: String, cause: String) throws {
    let text = try #require(Self.good.replacingOnly(old, with: new), "'\(old)' stands once")
    let found = mistakes { () throws(DocumentError) in try nativeVenue(text) }
    #expect(found.contains { $0.contains(cause) }, "\(found)")
    guard !part.isEmpty else { return }
    let before = text.split(separator: part, maxSplits: 1)[0]
    let line = before.count { $0 == "\n" } + 1
    #expect(found.contains { $0.contains(cause) && $0.hasPrefix("v.yaml:\(line):") }, "\(found)")
    #expect(found.count <= 3, "few errors follow from one: \(found)")
  }

  @Test func reportsAllMistakesAtOnce() throws {
    var text = Self.good
    for (old, new) in [
      ("levels: [0, U]", "levels: [0, V]"), ("name: L,", "name: E,"), ("from: Lane", "from: Land"),
      ("at: [20 m, 10 m], size", "at: [20 m, 10.5 m], size"),
    ] {
      text = try #require(text.replacingOnly(old, with: new))
    }
    let found = mistakes { () throws(DocumentError) in try nativeVenue(text) }
    #expect(found.count == 4, "\(found)")
  }

  /// The last copy's offset is infinite in both directions, and so not a number.
  @Test func overflowingOffsetsAreErrors() throws {
    let text = try #require(
      Self.good.replacingOnly(
        "control: signal}",
        with: "control: signal, repeat: {count: 3, step: [0 m, 1e308 m], rows: 3, "
          + "row_step: [0 m, -1e308 m]}}"))
    let found = mistakes { () throws(DocumentError) in try nativeVenue(text) }
    #expect(found.contains { $0.contains("a junction must lie within 100 km") }, "\(found)")
  }

  @Test func lenientChecksGiveWarnings() throws {
    let text = try #require(
      Self.good.replacingOnly("[{side: west, at: 5 m}]", with: "[]")?
        .replacingOnly("name: Hall\n", with: "name: Hall\nchecks: lenient\n"))
    let file = try decodeDocument(VenueFile.self, bytes: Array(text.utf8), name: "v.yaml")
    let warnings = file.warnings.map(\.description)
    #expect(warnings.count == 1 && warnings[0].hasPrefix("v.yaml:16:"), "\(warnings)")
    #expect(try file.venue().levels.count == 2)
  }

  @Test(arguments: [
    ("repeat: {count: 100000}", "more than 500000 parts"),
    (
      "repeat: {count: 1000}\n    levels: [{ordinal: 0, rooms: [{name: r, at: [0 m, 0 m], "
        + "size: [1 m, 1 m], repeat: {count: 1000}}]}]", "two rooms of '1' are called 'r'"
    ),
  ]) func limitsRepeatedParts(keys: String, cause: String) throws {
    let building =
      "  - name: '{n}'\n    at: [0 m, 0 m]\n    size: [1 m, 1 m]\n    height: 3 m\n    "
    let text =
      "name: Bomb\norigin: {latitude: 0 deg, longitude: 0 deg}\nbuildings:\n"
      + String(repeating: building + keys + "\n", count: 6)
    let found = mistakes { () throws(DocumentError) in try nativeVenue(text) }
    #expect(found.contains { $0.contains(cause) }, "\(found.prefix(3))")
    #expect(found.count <= 101)
  }
}
