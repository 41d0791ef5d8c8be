import Documents
import Testing

/// Edits of a YAML text in place.
struct EditableYAMLTests {
  private static let text = """
    # A hall, by hand.
    name: 'Hall'   # in quotes
    size: [10 m, 20.0 m]  # two numbers
    list:
      - {name: a, at: [1 m, 2 m]}  # the first
      # between
      - name: b      # a block
        at: [3 m, 4 m]
    none: []  # yet
    void:
    last: {x: 1}
    """

  private static func edited(
    _ text: String = text, _ edit: (inout EditableYAML) throws(DocumentError) -> Void
  ) throws(DocumentError) -> String {
    var yaml = try EditableYAML(Array(text.utf8), name: "hall.yaml")
    try edit(&yaml)
    return String(decoding: yaml.contents, as: UTF8.self)
  }

  /// The lines that differ: those only in the old, then those only in the new text.
  private static func changes(_ after: String, from before: String = text) -> [String] {
    LineDiff(from: before, to: after, context: 0).lines.compactMap { line in
      switch line {
      case .removed(let text): "-" + text
      case .added(let text): "+" + text
      case .same, .hunk: nil
      }
    }
  }

  @Test(arguments: [
    (["name"], "Great hall", ["-name: 'Hall'   # in quotes", "+name: 'Great hall'   # in quotes"]),
    (["name"], "Jo's", ["-name: 'Hall'   # in quotes", "+name: 'Jo''s'   # in quotes"]),
    (
      ["list", "0", "name"], "c: d",
      [
        "-  - {name: a, at: [1 m, 2 m]}  # the first",
        "+  - {name: \"c: d\", at: [1 m, 2 m]}  # the first",
      ]
    ),
    (
      ["list", "1", "name"], "12",
      ["-  - name: b      # a block", "+  - name: \"12\"      # a block"]
    ),
    (["list", "1", "new"], "1 s", ["+    new: 1 s"]),
    (
      ["list", "0", "new"], "-5 dBm",
      [
        "-  - {name: a, at: [1 m, 2 m]}  # the first",
        "+  - {name: a, at: [1 m, 2 m], new: -5 dBm}  # the first",
      ]
    ),
    (["void"], "x", ["-void:", "+void: x"]),
    (["more"], "é", ["+more: é"]),
  ])
  func setsText(_ path: [String], _ value: String, _ expected: [String]) throws {
    let after = try Self.edited { yaml throws(DocumentError) in
      try yaml.set(path, to: .string(value))
    }
    #expect(Self.changes(after) == expected)
  }

  /// Of a list of equal length, only the parts that change are written anew.
  @Test func keepsPartsOfLists() throws {
    let after = try Self.edited { yaml throws(DocumentError) in
      try yaml.set(["size"], to: ["11 m", "20 m"])
    }
    #expect(
      Self.changes(after) == [
        "-size: [10 m, 20.0 m]  # two numbers", "+size: [11 m, 20.0 m]  # two numbers",
      ])
    let same = try Self.edited { yaml throws(DocumentError) in
      try yaml.set(["size"], to: ["1000 cm", "20 m"])
    }
    #expect(same == Self.text)
    let longer = try Self.edited { yaml throws(DocumentError) in
      try yaml.set(["size"], to: [1, 2.5, true])
    }
    #expect(longer.contains("size: [1, 2.5, true]  # two numbers\n"))
  }

  @Test func appendsInTheStyleOfTheList() throws {
    let entry: JSONValue = ["name": "c", "at": ["5 m", "6 m"]]
    let block = try Self.edited { yaml throws(DocumentError) in try yaml.append(entry, to: ["list"])
    }
    #expect(Self.changes(block) == ["+  - name: c", "+    at: [5 m, 6 m]"])
    let filled = try Self.edited { yaml throws(DocumentError) in
      try yaml.append(entry, to: ["none"])
    }
    #expect(
      Self.changes(filled) == [
        "-none: []  # yet", "+none:  # yet", "+  - {name: c, at: [5 m, 6 m]}",
      ])
    let void = try Self.edited { yaml throws(DocumentError) in try yaml.append(entry, to: ["void"])
    }
    #expect(Self.changes(void) == ["+  - {name: c, at: [5 m, 6 m]}"])
    let new = try Self.edited { yaml throws(DocumentError) in try yaml.append(entry, to: ["new"]) }
    #expect(Self.changes(new) == ["+new:", "+  - {name: c, at: [5 m, 6 m]}"])
    let inner = try Self.edited { yaml throws(DocumentError) in
      try yaml.append("p", to: ["last", "tags"])
      try yaml.append("no", to: ["last", "tags"])
    }
    #expect(Self.changes(inner) == ["-last: {x: 1}", "+last: {x: 1, tags: [p, \"no\"]}"])
  }

  @Test func removesEntriesAndKeys() throws {
    let first = try Self.edited { yaml throws(DocumentError) in try yaml.remove(["list", "0"]) }
    #expect(Self.changes(first) == ["-  - {name: a, at: [1 m, 2 m]}  # the first"])
    let both = try Self.edited { yaml throws(DocumentError) in
      try yaml.remove(["list", "1"])
      try yaml.remove(["list", "0"])
    }
    #expect(both.contains("list: []\n  # between\nnone: []"), "\(both)")
    let key = try Self.edited { yaml throws(DocumentError) in try yaml.remove(["list", "1", "at"]) }
    #expect(Self.changes(key) == ["-    at: [3 m, 4 m]"])
    let flow = try Self.edited { yaml throws(DocumentError) in
      try yaml.remove(["list", "0", "name"])
      try yaml.remove(["size", "0"])
      try yaml.remove(["absent"])
    }
    #expect(flow.contains("- {at: [1 m, 2 m]}  # the first") && flow.contains("size: [20.0 m]  #"))
    let moved = try Self.edited("l:\n  - a: 1\n    b: 2\n") { yaml throws(DocumentError) in
      try yaml.remove(["l", "0", "a"])
    }
    #expect(moved == "l:\n  - b: 2\n")
  }

  /// Line breaks, byte order marks and columns of other scripts.
  @Test func keepsTheEncoding() throws {
    let text = "\u{FEFF}näme: {ö: 1, x: é}\r\nlist:\r\n- ü\r\n# end"
    let after = try Self.edited(text) { yaml throws(DocumentError) in
      try yaml.set(["näme", "x"], to: "è")
      try yaml.append("p", to: ["list"])
      try yaml.set(["new"], to: 3)
    }
    #expect(after == "\u{FEFF}näme: {ö: 1, x: è}\r\nlist:\r\n- ü\r\n- p\r\nnew: 3\r\n# end")
  }

  @Test(arguments: [
    ("a: &x [1, 2]\nb: *x\n", ["b", "0"], "t:2:4: '*x' is an alias"),
    ("a: &x [1, 2]\nb: *x\n", ["a", "0"], "t:1:4: the value is also used elsewhere, as '*x'"),
    ("a: &x {c: 1}\nb: *x\n", ["a", "c"], "t:1:4: the value is also used elsewhere"),
    ("a: |\n  text\n  more\n", ["a"], "t:1:4: the text is a block of lines"),
    ("a: &x 1\n", ["a"], "t:1:4: the value has an anchor"),
    ("a: [1, # one\n  2]\n", ["a"], "t:1:4: the value is written over several lines"),
    ("a:\n  - 1\n  - 2\n", ["a"], "t:2:3: the value is written over several lines"),
    ("a: {b: 1}\n", ["a", "b", "c"], "t:1:8: expected a mapping"),
  ])
  func refusesWhatItCannotKeep(_ text: String, _ path: [String], _ expected: String) throws {
    var yaml = try EditableYAML(Array(text.utf8), name: "t")
    let error = #expect(throws: DocumentError.self) { try yaml.set(path, to: ["x"]) }
    let message = error.map { "\($0)" } ?? ""
    #expect(message.hasPrefix(expected), "\(message)")
    #expect(yaml.contents == Array(text.utf8))
  }

  @Test func refusesOtherEncodingsAndHugeFiles() {
    #expect(throws: DocumentError.self) { try EditableYAML([0xFF, 0xFE, 0x61, 0], name: "t") }
    #expect(throws: DocumentError.self) {
      try EditableYAML(Array(repeating: 0x20, count: EditableYAML.maxBytes + 1), name: "t")
    }
    #expect(throws: DocumentError.self) { try EditableYAML(Array("a: [".utf8), name: "t") }
  }

  /// Each edit of each value of a document changes that value alone, or is refused.
  @Test func everyEditHasItsEffectAlone() throws {
    let yaml = try EditableYAML(Array(Self.text.utf8), name: "hall.yaml")
    var (done, refused) = (0, 0)
    for path in Self.paths(try #require(yaml.value(at: []))) {
      for value: JSONValue in ["new: text", 7, [1, ["a"]], ["k": "v"]] {
        var edited = yaml
        do {
          try edited.set(path, to: value)
          #expect(edited.value(at: path) == value, "\(path)")
          done += 1
        } catch {
          refused += 1
        }
      }
      var edited = yaml
      if (try? edited.remove(path)) != nil { done += 1 } else { refused += 1 }
    }
    #expect(done > 60 && refused < 20, "\(done) \(refused)")
  }

  private static func paths(_ value: JSONValue) -> [[String]] {
    switch value {
    case .array(let elements):
      elements.enumerated().flatMap { index, element in
        [["\(index)"]] + paths(element).map { ["\(index)"] + $0 }
      }
    case .object(let object):
      object.members.flatMap { member in
        [[member.key]] + paths(member.value).map { [member.key] + $0 }
      }
    default: []
    }
  }
}
