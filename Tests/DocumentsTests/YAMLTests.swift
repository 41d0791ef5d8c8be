import Documents
import Testing

struct YAMLTests {
  /// Documents, and their JSON.
  static let documents: [(String, String)] = [
    ("", "null"),
    ("# nothing\n", "null"),
    ("a: 1\nb: [x, 'y', \"z\\n\"]\n", #"{"a":1,"b":["x","y","z\n"]}"#),
    ("{a: {b: {c: [[]]}}}", #"{"a":{"b":{"c":[[]]}}}"#),
    ("[null, Null, NULL, ~, '~', '', \"null\"]", #"[null,null,null,null,"~","","null"]"#),
    ("a:\nb:\n", #"{"a":null,"b":null}"#),
    ("[true, True, TRUE, tRUE, false, 'true']", #"[true,true,true,"tRUE",false,"true"]"#),
    (
      "[no, yes, on, off, y, n, 12:30, 2020-01-01]",
      #"["no","yes","on","off","y","n","12:30","2020-01-01"]"#
    ),
    ("[0, 12, -7, +3, 007, 0o17, 0x1F, 0xff]", "[0,12,-7,3,7,15,31,255]"),
    ("[0o8, 0xG, 1_000, 0b1, -0x1, '12']", #"["0o8","0xG","1_000","0b1","-0x1","12"]"#),
    ("[1.5, .5, 5., 1e3, -2.5E-2, +.25]", "[1.5,0.5,5.0,1000.0,-0.025,0.25]"),
    ("[., 1e, e1, 1.2.3, .e1, '-', +]", #"[".","1e","e1","1.2.3",".e1","-","+"]"#),
    ("[.inf, -.INF, +.Inf, .nan, .NaN, .NAN]", "[null,null,null,null,null,null]"),
    ("[.iNF, .nAn, -.nan, inf]", #"[".iNF",".nAn","-.nan","inf"]"#),
    (
      "[9223372036854775807, -9223372036854775808, 9223372036854775808]",
      "[9223372036854775807,-9223372036854775808,9.223372036854776e+18]"
    ),
    ("[0x7fffffffffffffff, 0x8000000000000000]", "[9223372036854775807,9.223372036854776e+18]"),
    ("a: &x [1, 2]\nb: *x\nc: *x\n", #"{"a":[1,2],"b":[1,2],"c":[1,2]}"#),
    ("a: &x k\n*x : 3\n", #"{"a":"k","k":3}"#),
    ("a: &x 1\nb: &x 2\nc: *x\n", #"{"a":1,"b":2,"c":2}"#),
    (
      "[!!str 12, !!int '7', !!float 3, !!bool 'true', !!null '', ! 5]",
      #"["12",7,3,true,null,"5"]"#
    ),
    ("!!map {a: !!seq [1]}", #"{"a":[1]}"#),
    ("a: |\n  one\n  two\nb: >-\n  one\n  two\n", #"{"a":"one\ntwo\n","b":"one two"}"#),
    ("\u{FEFF}a: 1\n", #"{"a":1}"#),
    ("a: 1\r\nb: 2\r\n", #"{"a":1,"b":2}"#),
    ("%YAML 1.2\n---\na: 1\n...\n", #"{"a":1}"#),
    ("a: \"\\u00e9\\0\"", #"{"a":"é\u0000"}"#),
    ("x: -59 dBm\ny: 12 %\nz: 3..8 min\n", #"{"x":"-59 dBm","y":"12 %","z":"3..8 min"}"#),
  ]

  @Test(arguments: documents)
  func followsTheCoreSchema(_ text: String, _ json: String) throws {
    #expect(JSONValue(try YAML.load(text, name: "t")).text() == json)
    // The text in UTF-16 of both byte orders, with a byte order mark.
    let marked = text.hasPrefix("\u{FEFF}") ? text : "\u{FEFF}" + text
    let units = Array(marked.utf16)
    let bigEndian = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let littleEndian = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(JSONValue(try YAML.load(bigEndian, name: "t")).text() == json)
    #expect(JSONValue(try YAML.load(littleEndian, name: "t")).text() == json)
  }

  /// Rejected documents, with the messages.
  static let mistakes: [(String, [String])] = [
    ("a: 1\nb: 2\na: 3\n", ["t:3:1: duplicate key 'a'; first defined at 1:1"]),
    (
      "{x: {a: 1, 'a': 2}, x: 1}",
      [
        "t:1:12: duplicate key 'a'; first defined at 1:6",
        "t:1:21: duplicate key 'x'; first defined at 1:2",
      ]
    ),
    ("a: 1\n---\nb: 2\n", ["t:2:1: a second document begins here, but only one is expected"]),
    (
      "a: *nix\nb: *nix\n",
      [
        "t:1:4: unknown alias '*nix': there is no anchor '&nix' above",
        "t:2:4: unknown alias '*nix': there is no anchor '&nix' above",
      ]
    ),
    ("a: &x [1, *x]\n", ["t:1:11: the alias '*x' is inside the value that it refers to"]),
    (
      "a: &x {b: 1}\nc:\n  <<: *x\n",
      ["t:3:3: merge keys ('<<') are not supported; write the keys out"]
    ),
    (
      "a: !thing 3\nb: !!set {}\nc: !<tag:x.org,2000:y> 1\n",
      [
        "t:1:4: the tag '!thing' is not supported here",
        "t:2:4: the tag '!!set' is not supported here",
        "t:3:4: the tag 'tag:x.org,2000:y' is not supported here",
      ]
    ),
    (
      "[!!int abc, !!bool 3, !!seq {}]",
      [
        "t:1:2: 'abc' is not a whole number", "t:1:13: '3' is not true or false",
        "t:1:23: the tag '!!seq' is not supported here",
      ]
    ),
    ("? [a, b]\n: 1\n", ["t:1:3: a key must be text, not a list"]),
    ("? {a: b}\n: 1\n", ["t:1:3: a key must be text, not a mapping"]),
    ("k: &x [1]\n*x : 1\n", ["t:2:1: a key must be text, but '*x' is not"]),
    ("?\n: 1\n", ["t:1:2: a key is missing before ':'"]),
    ("a:\n\tb: 1\n", ["t:2:1: a tab is not allowed as indentation; use spaces"]),
    ("a: @b\n", ["t:1:4: text that begins with '@' must be in quotes"]),
    ("a: 'open\nb: 1\n", ["t:1:4: this quoted text is never closed"]),
    (
      "a: b: c\n",
      [
        "t:1:5: a ':' is not allowed here; check the indentation, or put text that contains ': ' "
          + "in quotes"
      ]
    ),
    (
      "a: 1\n b: 2\n",
      [
        "t:2:3: a ':' is not allowed here; check the indentation, or put text that contains ': ' "
          + "in quotes"
      ]
    ),
    ("a: 1\nbc\nd: 2\n", ["t:2:1: missing ': ' after this key"]),
    ("a: [1, 2\nb: 3\n", ["t:2:2: expected ',' or ']' in the list that began at 1:4"]),
    ("a: {b: 1\nc: 3]\n", ["t:2:2: expected ',' or '}' in the mapping that began at 1:4"]),
    (
      "a: \"\\q\"\n",
      ["t:1:5: unknown escape after '\\'; write '\\\\' for a backslash, or use single quotes"]
    ),
    (
      "a:\n  - 1\n b: 2\n",
      ["t:3:2: expected a key; check that this line is indented like its neighbours"]
    ),
  ]

  @Test(arguments: mistakes)
  func reportsMistakesWithPositions(_ text: String, _ expected: [String]) {
    #expect(complaints { () throws(DocumentError) in try YAML.load(text, name: "t") } == expected)
  }

  /// Rejected bytes, with the messages.
  static let badBytes: [([UInt8], String)] = [
    (Array("a: é".utf8) + [0xFF], "t:1:5: invalid UTF-8: byte 0xFF"),
    (Array("a: 1\nb: ".utf8) + [0xC3, 0x28], "t:2:4: invalid UTF-8: byte 0xC3"),
    ([0x61, 0xED, 0xA0, 0x80], "t:1:2: invalid UTF-8: byte 0xED"),
    ([0xC0, 0x80], "t:1:1: invalid UTF-8: byte 0xC0"),
    ([0xF4, 0x90, 0x80, 0x80], "t:1:1: invalid UTF-8: byte 0xF4"),
    (Array("é: x".utf8) + [7], "t:1:5: the control character U+0007 is not allowed"),
    (Array("a\u{7F}".utf8), "t:1:2: the control character U+007F is not allowed"),
    (Array("a: \u{FEFF}".utf8), "t:1:4: a byte order mark is allowed only at the beginning"),
    ([0x61, 0], "t:1:2: a NUL character is not allowed"),
    (
      [0x61, 0, 0x3A, 0, 0x20, 0],
      "t:1:2: a NUL character is not allowed; is this UTF-16 without a byte order mark, or not a "
        + "text file?"
    ),
    ([0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0, 0xD8], "t:2:1: invalid UTF-16"),
    ([0xFE, 0xFF, 0, 0x61, 0], "t:1:2: invalid UTF-16"),
  ]

  @Test(arguments: badBytes)
  func refusesInvalidText(_ bytes: [UInt8], _ expected: String) {
    #expect(
      complaints { () throws(DocumentError) in try YAML.load(bytes, name: "t") } == [expected])
  }

  @Test func nodesHavePositions() throws {
    // The line separator is a character of its line to an editor, though a break to libyaml.
    let text = "# é\nname: 'ü' # x\nlist:\n  - {k: vé, ü: w}\nq: \"\u{2028}\"\nlast: [é, z]\n"
    let node = try YAML.load(text, name: "f.yaml")
    func place(_ node: Node?) -> String { node.map { "\($0.place)" } ?? "" }
    #expect(place(node) == "f.yaml:2:1")
    #expect(place(node["name"]) == "f.yaml:2:7")
    let item = node["list"]?.elements.first { _ in true }
    #expect(place(item) == "f.yaml:4:5")
    #expect(item?.pairs.map { place($0.key) } == ["f.yaml:4:6", "f.yaml:4:13"])
    #expect(place(node["last"]) == "f.yaml:6:7")
    #expect(node["last"]?.elements.map { place($0) } == ["f.yaml:6:8", "f.yaml:6:11"])
    #expect(node.pairs.count == 4 && node.count == 4 && node["none"] == nil)
    #expect(node["name"]?.isPlain == false && node["name"]?.text == "ü")
  }

  @Test func enforcesLimits() {
    var limits = YAML.Limits()
    func refuses(_ text: String, _ expected: String) {
      let found = complaints { () throws(DocumentError) in
        try YAML.load(text, name: "t", limits: limits)
      }
      #expect(found.last == expected)
    }
    for opening in ["[", "{a: ", "- ", "? "] {
      let text = String(repeating: opening, count: 100_000)
      let column = 64 * opening.utf8.count + 1
      refuses(text, "t:1:\(column): nested more than 64 deep")
    }
    // Nine levels of nine aliases each: a third of a billion values from a few hundred bytes.
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      bomb += "a\(level): &a\(level) [\(aliases)]\n"
    }
    refuses(bomb, "t:7:10: aliases add more than 1000000 values")
    let directives = (0..<100_000).map { "%TAG !t\($0)! x\n" }.joined()
    refuses(directives, "t:1002:1: more than 1000 lines begin with '%'")
    var chain = "a0: &a0 [x]\n"
    for level in 1...70 { chain += "a\(level): &a\(level) [*a\(level - 1)]\n" }
    refuses(chain, "t:64:12: nested more than 64 deep through aliases")
    limits.nodes = 5
    refuses("[1, 2, 3, 4, 5]", "t:1:14: the document has more than 5 values")
    limits.bytes = 10
    refuses("12345678901", "cannot read 't': it has 11 bytes, more than the limit of 10")
  }

  @Test func readsSeveralDocuments() throws {
    var limits = YAML.Limits()
    limits.documents = 2
    let text = "a: &x 1\n--- \n[2]\n"
    let nodes = try YAML.loadAll(Array(text.utf8), name: "t", limits: limits)
    #expect(nodes.map { JSONValue($0).text() } == [#"{"a":1}"#, "[2]"])
    let three = Array((text + "---\n3\n").utf8)
    let found = complaints { () throws(DocumentError) in
      try YAML.loadAll(three, name: "t", limits: limits)
    }
    #expect(found == ["t:4:1: there are more than 2 documents"])
    // An anchor ends with its document.
    let stray = complaints { () throws(DocumentError) in
      try YAML.loadAll(Array("&x 1\n---\n*x\n".utf8), name: "t", limits: limits)
    }
    #expect(stray == ["t:3:1: unknown alias '*x': there is no anchor '&x' above"])
  }

  @Test func findsDuplicatesAmongManyKeys() {
    let text = (0..<50_000).map { "k\($0): 1\n" }.joined() + "k77: 2\nk77: 3\n"
    #expect(
      complaints { () throws(DocumentError) in try YAML.load(text, name: "t") } == [
        "t:50001:1: duplicate key 'k77'; first defined at 78:1",
        "t:50002:1: duplicate key 'k77'; first defined at 78:1",
      ])
  }
}
