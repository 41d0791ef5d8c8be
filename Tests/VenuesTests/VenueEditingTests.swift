import Documents
import Testing
import Venues

/// Edits of venue files.
struct VenueEditingTests {
  private static let text = """
    # A house of two floors.
    name: House
    origin: {latitude: 47 deg, longitude: 8 deg}
    beacon_uuid: 01234567-89AB-CDEF-0123-456789ABCDEF
    buildings:
      - name: House
        at: [0 m, 0 m]
        size: [30 m, 20 m]
        levels:
          - ordinal: 0
            name: G
            rooms:
              - {name: Hall, kind: lobby, at: [0 m, 0 m], size: [30 m, 20 m], doors: [south]}  # all of it
            beacons:
              - {name: door, at: [1 m, 1 m]}  # by the door
          - ordinal: 1
            elevation: 4 m
            repeat: {count: 2}
            rooms:
              - {name: 'Room {level}', public: false, at: [0 m, 0 m], size: [10 m, 10 m]}
    access_points:
      - {name: 'ap {n}', at: [5 m, 5 m], level: 0, repeat: {count: 2, step: [9 m, 0 m]}}
      - name: own
        at: [20 m, 15 m]
        level: 0

    """
  private static let ground = ["buildings", "0", "levels", "0"]

  private func edited(
    _ edits: [VenueEdit], text: String = text
  ) throws(DocumentError) -> EditableVenue {
    var venue = try EditableVenue(Array(text.utf8), file: "house.yaml")
    for edit in edits { try venue.apply(edit) }
    return venue
  }

  private func changes(_ venue: EditableVenue) -> [String] {
    LineDiff(from: Self.text, to: venue.text, context: 0).lines.compactMap { line in
      switch line {
      case .removed(let text): "-" + text.drop { $0 == " " }
      case .added(let text): "+" + text.drop { $0 == " " }
      case .same, .hunk: nil
      }
    }
  }

  @Test func addsMovesRenamesAndRemoves() throws {
    let beacons = Self.ground + ["beacons"]
    let added = try edited([
      .add(
        list: beacons,
        entry: ["name": "new one", "at": ["3 m", "4 m"], "major": 1, "interval": "200 ms"]),
      .set(entry: beacons + ["1"], fields: ["at": ["3.5 m", "4 m"]]),
    ])
    #expect(changes(added) == ["+- {name: new one, at: [3.5 m, 4 m], major: 1, interval: 200 ms}"])
    #expect(added.problems().isEmpty)
    let renamed = try edited([
      .set(entry: beacons + ["0"], fields: ["name": "exit: north", "minor": 4])
    ])
    #expect(
      changes(renamed) == [
        "-- {name: door, at: [1 m, 1 m]}  # by the door",
        "+- {name: \"exit: north\", at: [1 m, 1 m], minor: 4}  # by the door",
      ])
    let removed = try edited([
      .remove(entry: beacons + ["0"]), .remove(entry: ["access_points", "1"]),
    ])
    #expect(!removed.text.contains("by the door") && removed.text.contains("beacons: []"))
    #expect(removed.problems().isEmpty && removed.text.hasPrefix("# A house of two floors.\n"))
    let moved = try edited([.set(entry: ["access_points", "1"], fields: ["at": ["20 m", "16 m"]])])
    #expect(changes(moved) == ["-at: [20 m, 15 m]", "+at: [20 m, 16 m]"])
  }

  @Test func drawsWallsRoomsPlacesAndDoors() throws {
    let venue = try edited([
      .add(
        list: Self.ground + ["walls"],
        entry: ["line": [["10 m", "0 m"], ["10 m", "8 m"]], "material": "glass"]),
      .add(list: Self.ground + ["doors"], entry: ["at": ["20 m", "20 m"], "width": "1 m"]),
      .add(list: Self.ground + ["places"], entry: ["name": "Desk", "at": ["15 m", "5 m"]]),
      .set(
        entry: Self.ground + ["rooms", "0"],
        fields: [
          "at": .null, "size": .null,
          "outline": [["0 m", "0 m"], ["30 m", "0 m"], ["30 m", "20 m"]],
        ]),
      .add(list: ["places"], entry: ["name": "Gate", "at": ["-5 m", "-5 m"]]),
    ])
    #expect(venue.problems().isEmpty, "\(venue.problems())")
    #expect(venue.text.contains("outline: [[0 m, 0 m], [30 m, 0 m], [30 m, 20 m]]}  # all of it"))
    #expect(venue.text.hasSuffix("places:\n  - {name: Gate, at: [-5 m, -5 m]}\n"))
    let plan = try venue.plan().json
    guard case .array(let objects)? = plan["objects"] else { throw Missing() }
    let kinds = objects.compactMap { if case .string(let kind)? = $0["kind"] { kind } else { nil } }
    #expect(Set(kinds) == ["access_point", "beacon", "door", "place", "room", "wall"])
  }

  /// Problems are those of `venuesim check`; an edit that can't be decoded has one, too.
  @Test func reportsProblemsWithTheirLines() throws {
    let outside = try edited([
      .set(entry: Self.ground + ["beacons", "0"], fields: ["at": ["90 m", "1 m"]])
    ])
    #expect(outside.problems().map { $0.place?.line } == [15])
    let wrong = try edited([
      .set(entry: Self.ground + ["beacons", "0"], fields: ["minor": 70000, "colour": "red"])
    ])
    #expect(wrong.problems().count == 2 && wrong.problems().allSatisfy { $0.place?.line == 15 })
    #expect(throws: DocumentError.self) { try wrong.plan() }
  }

  @Test(arguments: [
    (["access_points", "0"], "house.yaml:22:56: the entry stands for several by its 'repeat'"),
    (
      ["buildings", "0", "levels", "1", "rooms", "0"],
      "house.yaml:18:17: the level stands for several"
    ),
    (["buildings", "0", "levels", "1"], "house.yaml:18:17: the level stands for several"),
    (["access_points", "7"], "the file has no editable 'access_points.7'"),
    (["origin"], "the file has no editable 'origin'"),
    (["buildings", "0", "lifts", "0"], "the file has no editable"),
    ([], "the file has no editable"),
  ])
  func refusesOtherForms(_ path: [String], _ expected: String) throws {
    for edit in [VenueEdit.set(entry: path, fields: ["name": "x"]), .remove(entry: path)] {
      let error = #expect(throws: DocumentError.self) { try edited([edit]) }
      let text = "\(error.map { "\($0)" } ?? "")"
      #expect(text.hasPrefix(expected), "\(edit): \(text)")
    }
  }

  @Test func completesBeaconsOfVenuesWithoutUUID() throws {
    let text = Self.text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter {
        !$0.hasPrefix("beacon_uuid") && !$0.contains("by the door") && !$0.contains("    beacons:")
      }
      .joined(separator: "\n")
    let venue = try edited(
      [.add(list: Self.ground + ["beacons"], entry: ["name": "b", "at": ["1 m", "1 m"]])],
      text: text)
    #expect(venue.text.contains("{name: b, at: [1 m, 1 m], uuid: ") && venue.problems().isEmpty)
  }

  @Test func readsEdits() throws {
    let json: JSONValue = [
      "do": "set", "path": ["beacons", 0], "fields": ["name": "x", "height": .null],
    ]
    #expect(
      try VenueEdit(json) == .set(entry: ["beacons", "0"], fields: ["name": "x", "height": .null]))
    for wrong: JSONValue in [
      [:], ["do": "burn", "path": []], ["do": "set", "path": [1.5], "fields": [:]],
      ["do": "set", "path": ["a"]],
      ["do": "remove", "path": ["a"], "fields": [:]], 3,
    ] {
      #expect(throws: DocumentError.self) { try VenueEdit(wrong) }
    }
  }

  /// Each transmitter of the bundled venues that can be edited is moved alone: one line changes.
  @Test(arguments: ["museum", "mall", "hospital", "corridor"])
  func movesTransmittersOfBundledVenues(_ name: String) throws {
    let path = "scenarios/venues/\(name).yaml"
    let venue = try EditableVenue(try readFile(path, limit: 1 << 20), file: path)
    guard case .array(let objects)? = try venue.plan().json["objects"] else { throw Missing() }
    var moved = 0
    for object in objects where object["fields"]?["at"] != nil && object["is_fixed"] == .bool(false)
    {
      guard case .array(let steps)? = object["path"] else { throw Missing() }
      let own = steps.compactMap { if case .string(let step) = $0 { step } else { nil } }
      var edited = venue
      try edited.apply(.set(entry: own, fields: ["at": ["1.25 m", "2.5 m"]]))
      let lines = LineDiff(from: venue.text, to: edited.text, context: 0).lines
      #expect(lines.count { if case .added = $0 { true } else { false } } == 1, "\(own)")
      #expect(lines.count { if case .removed = $0 { true } else { false } } == 1, "\(own)")
      moved += 1
    }
    #expect(moved > 2, "\(moved)")
  }

  private struct Missing: Error {}
}
