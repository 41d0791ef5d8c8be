import Documents
import Kernel
import Testing

struct JSONTests {
  /// Texts, and their canonical form.
  static let texts: [(String, String)] = [
    (" null ", "null"), ("[true,false]", "[true,false]"), ("{}", "{}"), ("[ ]", "[]"),
    ("[0,-1,12,1.5,1e3,-0,0.1E+2,1e-7]", "[0,-1,12,1.5,1000.0,-0.0,10.0,1e-07]"),
    ("[9223372036854775807,-9223372036854775808]", "[9223372036854775807,-9223372036854775808]"),
    (
      "[9223372036854775808,123456789012345678901234567890]",
      "[9.223372036854776e+18,1.2345678901234568e+29]"
    ),
    (#"{"b":1,"a":{"c":[]}}"#, #"{"b":1,"a":{"c":[]}}"#),
    (#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#, #""\"\\/\b\f\n\r\té😀""#),
    (#""\u2028\u2029\u0000\u001f\u007f""#, #""\u2028\u2029\u0000\u001F\u007F""#),
    ("\u{FEFF}1", "1"), (#"{"":0}"#, #"{"":0}"#),
    ("{\"e\\u0301\":1,\"\\u00e9\":2}", "{\"e\u{301}\":1,\"é\":2}"),
  ]

  @Test(arguments: texts)
  func readsAndWrites(_ text: String, _ expected: String) throws {
    let value = try JSONValue(parsing: Array(text.utf8), name: "t")
    #expect(Array(value.text().utf8) == Array(expected.utf8))
    let pretty = value.text(pretty: true)
    #expect(try JSONValue(parsing: Array(pretty.utf8), name: "t").text() == expected)
  }

  static let mistakes: [(String, String)] = [
    ("", "t:1:1: the text ends too early"),
    ("[1,\n 2", "t:2:3: expected ',' or ']', found the end of the text"),
    ("[1,]", "t:1:4: expected a value, found ']'"),
    ("[01]", "t:1:2: not a valid JSON number"),
    ("[1.]", "t:1:2: not a valid JSON number"),
    ("[.5]", "t:1:2: expected a value, found '.'"),
    ("[+1]", "t:1:2: expected a value, found '+'"), ("[-]", "t:1:2: not a valid JSON number"),
    ("[1e]", "t:1:2: not a valid JSON number"), ("[1e999]", "t:1:2: the number is too large"),
    ("NaN", "t:1:1: expected a value, found 'N'"), ("[nul]", "t:1:2: expected a value, found 'n'"),
    ("{a:1}", "t:1:2: expected a key in double quotes, found 'a'"),
    (#"{"a" 1}"#, "t:1:6: expected ':' after a key, found '1'"),
    (#"{"a":1,"a":2}"#, "t:1:8: duplicate key 'a'"),
    ("1 2", "t:1:3: expected the end of the text, found '2'"),
    (#"["é","#, "t:1:6: the text ends too early"),
    (#"["abc"#, "t:1:2: this string is never closed"),
    ("[\"a\nb\"]", "t:1:4: a control character in a string must be escaped"),
    (#"["\x"]"#, "t:1:3: unknown escape in a string"),
    (#"["\u12g4"]"#, "t:1:3: expected four hexadecimal digits after '\\u'"),
    (#"["\ud83d"]"#, "t:1:3: an unpaired surrogate"),
    (#"["\ude00"]"#, "t:1:3: an unpaired surrogate"),
    (#"["\ud83d\ud83d"]"#, "t:1:3: an unpaired surrogate"),
    ("// x\n1", "t:1:1: expected a value, found '/'"),
  ]

  @Test(arguments: mistakes)
  func reportsMistakesWithPositions(_ text: String, _ expected: String) {
    let found = complaints { () throws(DocumentError) in
      try JSONValue(parsing: Array(text.utf8), name: "t")
    }
    #expect(found == [expected])
  }

  @Test func enforcesLimits() {
    let deep = Array(String(repeating: "[", count: 1_000_000).utf8)
    func found(_ bytes: [UInt8], _ limits: JSONValue.Limits = .init()) -> [String] {
      complaints { () throws(DocumentError) in
        try JSONValue(parsing: bytes, name: "t", limits: limits)
      }
    }
    #expect(found(deep) == ["t:1:129: nested more than 128 deep"])
    var limits = JSONValue.Limits()
    limits.bytes = 3
    #expect(
      found(Array("1234".utf8), limits)
        == ["cannot read 't': it has 4 bytes, more than the limit of 3"])
    #expect(found([0x22, 0xC3, 0x28, 0x22]) == ["t:1:2: invalid UTF-8: byte 0xC3"])
    let many = (0..<50_000).map { "\"k\($0)\":1," }.joined()
    #expect(found(Array("{\(many)\"k9\":1}".utf8)).first?.hasSuffix("duplicate key 'k9'") == true)
  }

  @Test func writesInOrder() {
    let value: JSONValue = ["z": [1, 2.5, .number(.nan)], "a": ["x": .null], "e": []]
    #expect(value.text() == #"{"z":[1,2.5,null],"a":{"x":null},"e":[]}"#)
    #expect(
      value.text(pretty: true) == """
        {
          "z": [
            1,
            2.5,
            null
          ],
          "a": {
            "x": null
          },
          "e": []
        }
        """)
    #expect(value["a"]?["x"] == .null && value["b"] == nil && value["z"]?["x"] == nil)
  }

  @Test func randomValuesRoundTrip() throws {
    for seed in 0..<3000 as Range<UInt64> {
      var stream = RandomStream(seed: seed, purpose: "json")
      let value = randomValue(&stream, depth: 0)
      for pretty in [false, true] {
        let text = value.text(pretty: pretty)
        #expect(try JSONValue(parsing: Array(text.utf8), name: "t") == value, "seed \(seed)")
      }
    }
  }

  private func randomValue(_ stream: inout RandomStream, depth: Int) -> JSONValue {
    switch stream.integer(below: depth < 4 ? 7 : 5) {
    case 0: return .null
    case 1: return .bool(stream.happens(withProbability: 0.5))
    case 2: return .int(Int64(bitPattern: stream.next()) >> stream.integer(below: 64))
    case 3:
      let value = Double(bitPattern: stream.next())
      return .number(value.isFinite ? value : 0.5)
    case 4: return .string(randomText(&stream))
    case 5:
      return .array(
        (0..<stream.integer(below: 5)).map { _ in randomValue(&stream, depth: depth + 1) })
    default:
      var object = JSONObject()
      for _ in 0..<stream.integer(below: 20) {
        object[randomText(&stream)] = randomValue(&stream, depth: depth + 2)
      }
      return .object(object)
    }
  }

  private func randomText(_ stream: inout RandomStream) -> String {
    var text = ""
    for _ in 0..<stream.integer(below: 8) {
      let limit = [0x80, 0x800, 0x11_0000][stream.integer(below: 3)]
      if let scalar = Unicode.Scalar(UInt32(stream.integer(below: limit))) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
