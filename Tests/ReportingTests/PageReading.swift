import Documents
import Testing

/// A report page as read by its script.
struct PageReading {
  let text: String
  let data: JSONValue

  init(_ page: [UInt8]) throws {
    text = String(decoding: page, as: UTF8.self)
    let begin = try #require(text.range(of: "<script type=\"application/json\" id=\"data\">"))
    let end = try #require(text.range(of: "</script>", after: begin.upperBound))
    let json = text[begin.upperBound..<end.lowerBound]
    #expect(!json.contains("<") && !json.contains(">"), "JSON that could end its block")
    data = try JSONValue(parsing: Array(json.utf8), name: "page")
  }

  /// A member of the first run, or of another.
  func run(_ number: Int = 0) throws -> JSONValue {
    try #require(data["runs"]?.list.indices.contains(number) == true)
    return try #require(data["runs"]).list[number]
  }

  func tracks(_ number: Int = 0) throws -> [JSONValue] {
    try #require(run(number)["tracks"]).list
  }

  /// A lane of a track: the times of its changes, in s, with the values.
  func lane(_ track: JSONValue, _ name: String, _ side: String) throws -> [String] {
    let words = try #require(run()["words"]).list
    let lane = try #require(
      track["lanes"]?.list.first { $0["name"]?.string == name && $0["side"]?.string == side },
      "\(name) \(side)")
    return zip(Self.numbers(lane["t"]?.string), Self.numbers(lane["w"]?.string)).map { time, word in
      "\(Double(time) / 100) \(words[word].string)"
    }
  }

  /// A column: differences in base-64 digits of five bits, the sign in the lowest bit.
  static func numbers(_ text: String?) -> [Int] {
    let digits = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var numbers: [Int] = []
    var (value, shift, last) = (0, 0, 0)
    for byte in (text ?? "").utf8 {
      guard let digit = digits.firstIndex(of: byte) else { return [] }
      value |= (digit & 31) << shift
      shift += 5
      if digit & 32 != 0 { continue }
      last += value & 1 == 1 ? -(value >> 1) : value >> 1
      numbers.append(last)
      (value, shift) = (0, 0)
    }
    return numbers
  }
}

extension String {
  func range(of wanted: String, after start: Index? = nil) -> Range<Index>? {
    self[(start ?? startIndex)...].firstRange(of: wanted)
  }
}

extension JSONValue {
  var string: String {
    if case .string(let text) = self { text } else { "" }
  }

  var list: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  var int: Int? {
    if case .int(let value) = self { Int(value) } else { nil }
  }
}
