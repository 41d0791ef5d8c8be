import Foundation
import Testing

/// From a venue without transmitters to one with beacons, and to its figures.
struct OwnVenueTests {
  /// The corridor without a transmitter.
  private static func bare(_ sandbox: Sandbox) throws {
    let text = try String(
      contentsOfFile: TestPaths.root + "/scenarios/venues/corridor.yaml", encoding: .utf8)
    var lines = text.components(separatedBy: "\n")
    if let start = lines.firstIndex(where: { $0.contains("beacons:") }) {
      let depth = lines[start].prefix { $0 == " " }.count
      let end = lines[(start + 1)...].firstIndex { line in
        !line.isEmpty && line.prefix { $0 == " " }.count <= depth
      }
      lines.removeSubrange(start..<(end ?? lines.count))
    }
    try sandbox.write("corridor.yaml", lines.joined(separator: "\n") + "\n")
  }

  @Test func venueIsEquippedSurveyedAndImproved() throws {
    let sandbox = try Sandbox()
    try Self.bare(sandbox)
    let bare = try sandbox.venuesim("check", "corridor.yaml")
    #expect(bare.status == 0 && bare.output.contains("venuesim equip"), "\(bare)")
    let equipped = try sandbox.venuesim(
      "equip", "corridor.yaml", "--access-points", "30 m", "-o", "wifi.yaml")
    #expect(equipped.status == 0 && equipped.output.contains("on 1 of 1 level"), "\(equipped)")
    #expect(try sandbox.venuesim("check", "wifi.yaml").output == "wifi.yaml: good\n")

    let surveyed = try sandbox.venuesim(
      "survey", "wifi.yaml", "--out", "s.vspf", "--apply", "mended.yaml", "--pictures", "pictures",
      "--wanted", "5 m")
    #expect(surveyed.status == 0, "\(surveyed)")
    let table = try Table(sandbox.read("pictures/beacons.csv"))
    #expect(!table.rows.isEmpty)
    #expect(surveyed.output.contains("added \(table.rows.count) beacon"), "\(surveyed)")
    #expect(try sandbox.venuesim("check", "mended.yaml").status == 0)
    // By hand, from the table.
    let byTable = try sandbox.venuesim(
      "equip", "wifi.yaml", "--beacons", "pictures/beacons.csv", "-o", "by-table.yaml")
    #expect(byTable.status == 0, "\(byTable)")
    #expect(
      try sandbox.read("by-table.yaml").components(separatedBy: "name: beacon-").count
        == sandbox.read("mended.yaml").components(separatedBy: "name: beacon-").count)
    // With beacons, the expected accuracy is reached on more of the floor.
    func share(_ name: String) throws -> Int {
      let text = try sandbox.venuesim(
        "survey", name, "--out", "again.vspf", "--pictures", "again", "--wanted", "5 m"
      ).output
      let share = try #require(text.firstMatch(of: /within 5.0 m on (\d+) %/))
      return try #require(Int(share.1))
    }
    #expect(try share("mended.yaml") > share("wifi.yaml"))
  }

  @Test func equipmentMistakesAreReported() throws {
    let sandbox = try Sandbox()
    try Self.bare(sandbox)
    try sandbox.write("b.csv", "level,x_m,y_m\n7,1,1\n")
    let cases: [([String], String)] = [
      (["corridor.yaml"], "equip with what?"),
      (["corridor.yaml", "--beacons", "5 miles"], "a length from 1 m to 500 m"),
      (["corridor.yaml", "--beacons", "b.csv"], "expected a level of the venue: 0"),
      ([TestPaths.corridor, "--beacons", "5 m"], "isn't a venue"),
    ]
    for (arguments, message) in cases {
      let outcome = try sandbox.venuesim(["equip"] + arguments)
      #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome)")
    }
    let built = try sandbox.venuesim("survey", "build", "x", "--out", "s", "--apply", "y")
    #expect(built.status == 2 && built.errors.contains("recordings have none"), "\(built)")
  }

  @Test func tourWalksBetweenPlaces() throws {
    let sandbox = try Sandbox()
    let museum = TestPaths.root + "/scenarios/venues/museum.yaml"
    let way = try sandbox.venuesim("tour", museum, "Collections", "Office 1", "--json")
    #expect(way.status == 5 && way.output.contains("locked"), "\(way)")
    let tried = try sandbox.venuesim("tour", museum, "--pictures", "plans")
    #expect(tried.output.contains("named places") && tried.output.contains("of 15 can be walked"))
    #expect(try sandbox.files(below: "plans").keys.contains { $0.hasSuffix(".svg") })
    // Every route is tried once.
    let heads = tried.output.components(separatedBy: "\n").filter { $0.contains(" → ") }
      .map { $0.components(separatedBy: ": ")[0] }
    #expect(heads.count == 15 && Set(heads).count == 15, "\(heads)")
    let again = try sandbox.venuesim("tour", museum)
    #expect(
      again.output
        == tried.output.components(separatedBy: "\n")
        .filter { !$0.hasSuffix(".svg") }.joined(separator: "\n"))
    let wrong = try sandbox.venuesim("tour", museum, "Collectoins", "Office 1")
    #expect(wrong.status == 2 && wrong.errors.contains("did you mean 'Collections'"), "\(wrong)")
    let alone = try sandbox.venuesim("tour", museum, "Collections")
    #expect(alone.status == 2, "\(alone)")
  }
}
