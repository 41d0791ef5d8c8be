import Foundation
import Testing

/// Import of maps in other formats.
struct ImportTests {
  private static let excerpts = TestPaths.root + "/Tests/ImportersTests/Excerpts"

  static let maps: [(format: String, path: String, note: String, taken: String)] = [
    ("imdf", excerpts + "/imdf-tiny", "IMDF", "units"),
    ("wrld", excerpts + "/wrld-westport-top", "WRLD", "door"),
    ("osm", excerpts + "/siegessaeule.osm", "OpenStreetMap contributors, ODbL 1.0", "roads"),
  ]

  @Test(arguments: maps.indices) func writesAVenue(_ index: Int) throws {
    let map = Self.maps[index]
    let sandbox = try Sandbox()
    let outcome = try sandbox.venuesim("import", map.format, map.path, "-o", "venue.yaml")
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
    // The import report is on standard error.
    for word in ["taken", "inferred", map.taken] {
      #expect(outcome.errors.contains(word), "\(word): \(outcome)")
    }
    let text = try sandbox.read("venue.yaml")
    #expect(text.hasPrefix("# Imported by venuesim "))
    #expect(text.contains(map.note))
    #expect(Array(try sandbox.files().keys) == ["venue.yaml"])
    // Without a file the venue goes to standard output; the format is detected.
    let printed = try sandbox.venuesim("import", map.path, "--quiet")
    #expect(printed.status == 0 && printed.output == text && printed.errors.isEmpty, "\(printed)")
    // Each import gives the same bytes.
    let again = try sandbox.venuesim("import", map.path, "--output=venue.yaml", "--json")
    #expect(again.status == 0 && again.errors.isEmpty)
    #expect(try sandbox.read("venue.yaml") == text)
    let report = try JSONSerialization.jsonObject(with: Data(again.output.utf8))
    #expect((report as? [String: Any])?["taken"] is [Any])
  }

  @Test func optionsTakeEffect() throws {
    let sandbox = try Sandbox()
    let path = Self.maps[2].path
    let box = "13.3495,52.5140,13.3510,52.5150"
    let small = try sandbox.venuesim(
      "import", "osm", path, "--name", "Star", "--origin", "52.5145,13.3501", "--box", box,
      "--note", "One.", "--note", "Two.")
    #expect(small.status == 0, "\(small)")
    #expect(small.output.contains("Star"))
    #expect(small.output.contains("\n# One.\n# Two.\n"))
    #expect(small.errors.contains("outside the box"))
  }

  static let mistakes: [(arguments: [String], answer: String)] = [
    (["import"], "import which map?"), (["import", "osm"], "import which file?"),
    (["import", "ogm", "x"], "no format 'ogm' (did you mean 'osm'?)"),
    (["import", "none.osm"], "cannot read 'none.osm': no such file"),
    (["import", "bad.osm"], "bad.osm:1:6: "), (["import", "."], "neither manifest.json"),
    (["import", "osm", "bad.osm", "-o", ""], "--out names no file"),
    (["import", "osm", "bad.osm", "-o"], "--out needs a value"),
    (["import", "osm", "bad.osm", "--name", ""], "--name is empty"),
    (["import", "osm", "bad.osm", "--origin", "91,0"], "--origin takes a latitude"),
    (["import", "osm", "bad.osm", "--origin", "1"], "--origin takes a latitude"),
    (["import", "osm", "bad.osm", "--box", "1,2,0,3"], "--box takes"),
    (["import", "osm", "bad.osm", "--box", "1,2,x,3"], "--box takes"),
    (["import", "wrld", "bad.osm"], "is not an archive"),
    (["import", "osm", "a", "b"], "'import' does not expect 'b'"),
  ]

  @Test func mistakesAreReported() throws {
    for (arguments, answer) in Self.mistakes {
      let sandbox = try Sandbox()
      try sandbox.write("bad.osm", "<osm></way></osm>")
      let outcome = try sandbox.venuesim(arguments)
      #expect(outcome.status == 2 && outcome.output.isEmpty, "\(arguments): \(outcome)")
      #expect(outcome.errors.contains(answer), "\(arguments): \(outcome)")
      #expect(Array(try sandbox.files().keys) == ["bad.osm"])
    }
  }
}
