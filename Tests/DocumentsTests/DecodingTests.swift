import Documents
import Kernel
import Testing

struct DecodingTests {
  private func decode(_ text: String) throws(DocumentError) -> Workshop {
    try decodeDocument(Workshop.self, bytes: Array(text.utf8), name: "w")
  }

  @Test func readsEveryKey() throws {
    let workshop = try decode(workshopText)
    #expect(workshop.name == "Main hall" && workshop.note.isEmpty && !workshop.isOpen)
    #expect(workshop.id == Located("hall-1", at: SourcePosition(file: "w", line: 2, column: 5)))
    #expect(workshop.duration == .minutes(25) && workshop.workers == 12 && workshop.load == 1.25)
    #expect(workshop.share == 0.12 && workshop.colour == .blue && workshop.pause == 180...480)
    #expect(workshop.speed?.law == .normal(mean: 1.34, sd: 0.26))
    #expect(workshop.speed?.limits == 0.5...2.2)
    #expect(workshop.corner == SIMD2(1, 2.5))
    #expect(workshop.outline == [SIMD2(0, 0), SIMD2(10, 0), SIMD2(10, 5)])
    #expect(workshop.tools.map(\.length) == [0.04, 1.2])
    #expect(workshop.tools.map(\.power) == [0.12, 0.5])
    #expect(workshop.tools[1].spares.map(\.length) == [1.1])
    #expect(workshop.parts.map(\.name) == ["bolt", "nut"])
    #expect(workshop.parts.map(\.value) == [3, 4.5])
    #expect(workshop.parts[1].place == SourcePosition(file: "w", line: 21, column: 18))
    #expect(workshop.shape == .square(3))
    #expect(workshop.machine?.age == .hours(48))
    #expect(workshop.site == .at(SIMD2(3, 4)))
    #expect(workshop.extra.map { JSONValue($0).text() } == #"{"anything":["at","all"]}"#)
  }

  @Test func fillsInDefaults() throws {
    let workshop = try decode("tools: [{length: 1 m}]\nid: a\nname: b\nsite: gate\n")
    #expect(workshop.duration == .minutes(10) && workshop.workers == 4 && workshop.load == nil)
    #expect(workshop.share == 0.5 && workshop.isOpen && workshop.colour == .green)
    #expect(workshop.speed == nil && workshop.outline.isEmpty && workshop.parts.isEmpty)
    #expect(workshop.machine == nil && workshop.site == .named("gate"))
    let indicator = try decode("tools: [{length: 1 m}]\nid: a\nname: b\nmachine: {age: 1 s}\n")
    #expect(indicator.machine?.sort == .indicator)
  }

  /// The contents of a file of another kind aren't printed: they may be secret.
  @Test(arguments: [
    ("root:x:0:hash:/bin/sh\nsecret:x:1\n", "w:1:1: expected a mapping, found text without keys"),
    (
      "root: x\nsecret: hash\n",
      "w:1:1: this is a file of another kind: line 1 and the following have no known key; expected "
    ),
    ("root:*:1::: \n'secret:hash': \n", "w:1:1: this is a file of another kind"),
  ]) func foreignFilesAreNotQuoted(text: String, message: String) {
    let found = complaints { () throws(DocumentError) in try decode(text) }
    #expect(found.contains { $0.hasPrefix(message) }, "\(found)")
    #expect(!found.contains { $0.contains("hash") }, "\(found)")
  }

  @Test func quotesAreAdvisedOnlyWhereTheyHelp() {
    let found = complaints { () throws(DocumentError) in
      try decode("name: n\nid: 12\ntools: [{length: 1 m}]\n")
    }
    #expect(
      found == [
        "w:2:5: expected an identifier of at most 100 characters such as 'gate-3', found the number 12"
      ])
  }

  static let minimum = "name: n\nid: i\ntools: [{length: 1 m}]\n"

  /// Additional lines of a document with the required keys, and the messages about them.
  static let mistakes: [(String, [String])] = [
    ("placment: 3", ["w:4:1: unknown key 'placment'"]),
    ("durration: 3 s", ["w:4:1: unknown key 'durration' (did you mean 'duration'?)"]),
    ("duration: 4", ["w:4:11: expected a time with its unit, such as '4 min'"]),
    ("duration: 0 s", ["w:4:11: expected a time above 0 s, found '0 s'"]),
    ("duration:", ["w:4:10: expected a time such as '25 min', found nothing"]),
    ("duration: 3 m", ["w:4:11: unknown unit 'm' (did you mean 'min'?)"]),
    ("note: 12", ["w:4:7: expected text, found the number 12; put it in quotes to make it text"]),
    ("note: [a]", ["w:4:7: expected text, found a list"]),
    ("workers: 51", ["w:4:10: expected a whole number from 1 to 50, found the number 51"]),
    ("workers: two", ["w:4:10: expected a whole number from 1 to 50, found text 'two'"]),
    ("workers: 2.5", ["w:4:10: expected a whole number from 1 to 50, found the number 2.5"]),
    ("load: '1'", ["w:4:7: expected a number of at least 0 and at most 2.5, found text '1'"]),
    (
      "load: .nan",
      ["w:4:7: expected a number of at least 0 and at most 2.5, found the number .nan"]
    ),
    ("share: 30", ["w:4:8: expected a share of at least 0 and at most 1, found '30'"]),
    ("open: yes", ["w:4:7: expected true or false, found text 'yes' (did you mean 'true'?)"]),
    (
      "colour: gren",
      ["w:4:9: expected 'red', 'green' or 'blue', found 'gren' (did you mean 'green'?)"]
    ),
    ("colour: [red]", ["w:4:9: expected 'red', 'green' or 'blue', found a list"]),
    ("speed: -1 m/s", ["w:4:8: expected a speed of at least 0 m/s, found '-1 m/s'"]),
    ("speed: -1..1 m/s", ["w:4:8: expected a speed of at least 0 m/s, found '-1..1 m/s'"]),
    ("pause: 8..3 s", ["w:4:8: the range '8..3 s' begins above its end"]),
    (
      "corner: [1 m]",
      ["w:4:9: expected a list of 2 such as '[4 m, 4 m]', found a list of 1"]
    ),
    ("corner: [1 m, 2]", ["w:4:15: expected a length with its unit, such as '2 m'"]),
    ("outline: 3", ["w:4:10: expected a list, found the number 3"]),
    (
      "outline: [[1 m, 2 m], 7]",
      ["w:4:23: expected a list of 2 such as '[4 m, 4 m]', found the number 7"]
    ),
    ("parts: [a]", ["w:4:8: expected a mapping, found a list"]),
    (
      "parts: {a: 0, b: x}",
      [
        "w:4:12: expected a number above 0, found the number 0",
        "w:4:18: expected a number above 0, found text 'x'",
      ]
    ),
    ("shape: {}", ["w:4:8: missing key: one of 'square' or 'ring'"]),
    (
      "shape: {square: 1 m, ring: [1 m, 2 m]}",
      [
        "w:4:22: 'ring' can't be given together with 'square': only one of 'square' and 'ring' is allowed"
      ]
    ),
    (
      "shape: {sqare: 1 m}",
      [
        "w:4:8: missing key: one of 'square' or 'ring'",
        "w:4:9: unknown key 'sqare' (did you mean 'square'?)",
      ]
    ),
    ("shape: {ring: [1 m]}", ["w:4:15: expected a list of 2, found 1"]),
    (
      "machine: {kind: dril, depth: 3 m}",
      ["w:4:17: expected 'drill' or 'lamp', found 'dril' (did you mean 'drill'?)"]
    ),
    (
      "machine: {kind: drill}",
      ["w:4:10: missing key 'depth': a length such as '4 m'"]
    ),
    (
      "machine: {kind: lamp, depth: 3 m}",
      ["w:4:23: unknown key 'depth'; expected 'age' or 'kind'"]
    ),
    (
      "site: 3 m",
      ["w:4:7: expected an identifier of at most 100 characters such as 'gate-3', found '3 m'"]
    ),
    (
      "site: \(String(repeating: "a", count: 101))",
      [
        "w:4:7: expected an identifier of at most 100 characters such as 'gate-3', "
          + "found '\(String(repeating: "a", count: 40))…'"
      ]
    ),
    ("site: {}", ["w:4:7: expected a list of 2 such as '[4 m, 4 m]', found a mapping"]),
  ]

  @Test(arguments: mistakes)
  func reportsMistakesWithPositions(_ line: String, _ expected: [String]) {
    let found = complaints { () throws(DocumentError) in try decode(Self.minimum + line + "\n") }
    #expect(found == expected)
  }

  @Test func reportsAllMistakesAtOnce() {
    let text = """
      nam: x
      id: 7th
      workers: 0
      tools:
        - {length: 3 s}
        - {lenght: 3 m}
        - 5
      share: 2
      """
    let found = complaints { () throws(DocumentError) in try decode(text) }
    #expect(
      found == [
        "w:1:1: missing key 'name': text",
        "w:1:1: unknown key 'nam' (did you mean 'name'?)",
        "w:2:5: expected an identifier of at most 100 characters such as 'gate-3', found '7th'",
        "w:3:10: expected a whole number from 1 to 50, found the number 0",
        "w:5:14: 's' is a unit of time; expected a length such as '4 m'",
        "w:6:5: missing key 'length': a length such as '4 m'",
        "w:6:6: unknown key 'lenght' (did you mean 'length'?)",
        "w:7:5: expected a mapping, found the number 5",
        "w:8:8: expected a share of at least 0 and at most 1, found '2'",
      ])
    #expect(
      complaints { () throws(DocumentError) in try decode("") }
        == ["w:1:1: expected a mapping, found nothing"])
  }

  @Test func checksAcrossKeysAfterEachIsValid() {
    let tools = "tools: [{length: 1 m}, {length: 1 m}]\n"
    func found(_ text: String) -> [String] {
      complaints { () throws(DocumentError) in try decode("name: n\nid: i\n" + tools + text) }
    }
    #expect(found("workers: 1\n") == ["w:4:1: fewer workers than tools"])
    #expect(found("workers: 2\n") == [])
    #expect(found("workers: 1\nopen: 3\n") == ["w:5:7: expected true or false, found the number 3"])
  }

  @Test func listsAHundredMistakesAndCountsTheRest() {
    let keys = (0..<100_000).map { "unknown\($0): 1\n" }.joined()
    let found = complaints { () throws(DocumentError) in try decode(Self.minimum + keys) }
    #expect(found.count == 101)
    #expect(found.first == "w:4:1: unknown key 'unknown0'")
    #expect(found.last == "and 99900 more")
  }

  @Test func readsFormsWithoutADocument() throws {
    let node = try YAML.load("[1 s, 2 min]", name: "t")
    #expect(try decodeDocument(.list(.duration), from: node) == [.seconds(1), .minutes(2)])
    let names = NameForm(["alpha", "beta"])
    let mistaken = try YAML.load("[beta, alpa, 3]", name: "t")
    let found = complaints { () throws(DocumentError) in
      try decodeDocument(.list(names), from: mistaken)
    }
    #expect(
      found == [
        "t:1:8: expected 'alpha' or 'beta', found 'alpa' (did you mean 'alpha'?)",
        "t:1:14: expected 'alpha' or 'beta', found '3'",
      ])
    let even = IntegerForm.int.map(placeholder: 0) { value throws(DocumentFormError) in
      guard value.isMultiple(of: 2) else { throw DocumentFormError("\(value) is odd") }
      return value / 2
    }
    #expect(try decodeDocument(even, from: YAML.load("8", name: "t")) == 4)
    let odd = try YAML.load("7", name: "t")
    #expect(
      complaints { () throws(DocumentError) in try decodeDocument(even, from: odd) }
        == ["t:1:1: 7 is odd"])
  }
}
