import Documents
import Geometry
import Maps

/// The lines of a native venue file under construction.
struct NativeText {
  private(set) var lines: [String] = []

  mutating func line(_ text: String, indent: Int = 0) {
    lines.append(String(repeating: " ", count: indent) + text)
  }

  /// Adds a list of mappings in flow style, one per line; nothing for an empty list.
  mutating func list(_ key: String, indent: Int = 0, _ entries: [Flow]) {
    guard !entries.isEmpty else { return }
    line("\(key):", indent: indent)
    for entry in entries { line("- {\(entry.text)}", indent: indent + 2) }
  }

  var text: String { lines.joined(separator: "\n") + "\n" }
}

/// The pairs of a YAML mapping in flow style.
struct Flow {
  private(set) var pairs: [String] = []

  /// All pairs on one line.
  var text: String { pairs.joined(separator: ", ") }

  /// Adds a pair; `value` is YAML.
  mutating func add(_ key: String, _ value: String) { pairs.append("\(key): \(value)") }

  mutating func add(_ key: String, quoted value: String) { add(key, Self.quoted(value)) }
  mutating func add(_ key: String, metres value: Double) { add(key, "\(Self.metres(value)) m") }
  mutating func add(_ key: String, _ point: Vec2) { add(key, Self.point(point)) }

  mutating func add(_ key: String, points: [Vec2]) { add(key, Self.points(points)) }

  /// Adds the outline of a polygon, and its holes.
  mutating func add(_ shape: Polygon) {
    add("outline", points: shape.exterior)
    let holes = shape.holes
    if !holes.isEmpty {
      add("holes", "[" + holes.map(Self.points).joined(separator: ", ") + "]")
    }
  }

  static func points(_ points: [Vec2]) -> String {
    "[" + points.map(point).joined(separator: ", ") + "]"
  }

  static func point(_ point: Vec2) -> String { "[\(metres(point.x)) m, \(metres(point.y)) m]" }

  /// Metres to the millimetre, without trailing zeros.
  static func metres(_ value: Double) -> String { decimal(value, digits: 3) }

  /// A number with a max number of decimals.
  static func decimal(_ value: Double, digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = (value * scale).rounded()
    guard value.isFinite, abs(scaled) < 9e15 else { return "\(value)" }
    let units = Int64(scaled)
    if units == 0 { return "0" }
    let (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
    let sign = units < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    var fraction = String(rest)
    fraction = String(repeating: "0", count: digits - fraction.utf8.count) + fraction
    while fraction.utf8.last == UInt8(ascii: "0") { fraction.removeLast() }
    return "\(sign)\(whole).\(fraction)"
  }

  /// Quoted and escaped text.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      // Control characters, and characters that YAML treats as line breaks or forbids.
      case _
      where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        || scalar.value == 0x2028 || scalar.value == 0x2029 || scalar.value == 0xFEFF
        || (0xFFFE...0xFFFF).contains(scalar.value):
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
