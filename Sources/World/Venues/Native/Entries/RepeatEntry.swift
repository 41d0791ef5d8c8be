import Documents
import Geometry

/// The numbers of one copy of a repeat.
struct Counter: Hashable, Sendable {
  /// The value of `{n}`.
  var number = 1
  /// The values of `{i}` and `{j}`: the position within the row, and the row's, from 1.
  var column = 1
  var row = 1
  /// The number of copies before it, including the omitted ones.
  var index = 0
}

/// The file entry of a repeat: a row or a grid of copies.
struct GridRepeatEntry: DocumentObject {
  static let schemaName = "Repeat"

  let count: Int
  let step: SIMD2<Double>
  let rows: Int
  let rowStep: SIMD2<Double>
  let from: Int
  let skip: [Int]
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    count = object.required("count", .int(1...100_000), "Number of copies in a row.")
    step = object.optional(
      "step", .point, default: .zero, "Offset between copies: metres right, metres up.")
    rows = object.optional("rows", .int(1...100_000), default: 1, "Number of rows.")
    rowStep = object.optional(
      "row_step", .point, default: .zero, "Offset between rows: metres right, metres up.")
    from = object.optional(
      "from", .int(-1_000_000...1_000_000), default: 1, "Number {n} of the first copy.")
    skip = object.optional(
      "skip", .list(.int(-2_000_000...2_000_000), count: 0...10_000), default: [],
      "Numbers {n} of omitted copies.")
    place = object.place
  }

  /// Calls `body` with the shift and the numbers of each copy, row by row.
  func forEach(_ body: (Vec2, Counter) -> Void) {
    let left = Set(skip)
    for row in 0..<rows {
      for column in 0..<count {
        let index = row * count + column
        let counter = Counter(
          number: from + index, column: column + 1, row: row + 1, index: index)
        if left.contains(counter.number) { continue }
        body(step * Double(column) + rowStep * Double(row), counter)
      }
    }
  }
}

/// The file entry of a repeat of storeys, one above the other.
struct LevelRepeatEntry: DocumentObject {
  static let schemaName = "LevelRepeat"

  let count: Int
  let rise: Double?
  let from: Int
  let skip: [Int]

  init(from object: inout ObjectReader) {
    count = object.required("count", .int(1...200), "Number of storeys.")
    rise = object.optional(
      "rise", .quantity(.length, .between(1, 100)),
      "Floor-to-floor height; by default the ceiling height and 0.5 m.")
    from = object.optional(
      "from", .int(-1000...10_000), default: 1, "Number {n} of the lowest storey.")
    skip = object.optional(
      "skip", .list(.int(-1000...10_000), count: 0...100), default: [],
      "Numbers {n} of no storey, such as 13; the ordinals have no gap.")
  }

  /// The numbers of the storeys, from the lowest.
  var numbers: [Int] {
    var numbers: [Int] = []
    let left = Set(skip)
    var next = from
    while numbers.count < count {
      if !left.contains(next) { numbers.append(next) }
      next += 1
    }
    return numbers
  }
}

/// The values of the placeholders in names at one place of a file.
struct NameScope: Sendable {
  /// The numbers of the innermost repeat.
  var counter = Counter()
  /// The short name of the level.
  var level = ""
  var building = ""
  /// True if names are literal, as those of imported maps.
  var isLiteral = false

  /// Replaces `{n}`, `{i}`, `{j}`, `{level}` and `{building}`; `{n:2}` is padded to two digits.
  func expand(_ text: String) -> String {
    guard !isLiteral, text.utf8.contains(UInt8(ascii: "{")) else { return text }
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      let tail = rest[open...]
      guard let close = tail.firstIndex(of: "}"),
        let value = value(of: tail[tail.index(after: open)..<close])
      else {
        result += "{"
        rest = rest[rest.index(after: open)...]
        continue
      }
      result += value
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  private func value(of placeholder: Substring) -> String? {
    let parts = placeholder.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    var digits = 0
    if parts.count == 2 {
      guard let width = Int(parts[1]), (1...9).contains(width) else { return nil }
      digits = width
    }
    switch parts[0] {
    case "n": return padded(counter.number, digits)
    case "i": return padded(counter.column, digits)
    case "j": return padded(counter.row, digits)
    case "level": return parts.count == 1 ? level : nil
    case "building": return parts.count == 1 ? building : nil
    default: return nil
    }
  }

  private func padded(_ number: Int, _ digits: Int) -> String {
    let text = "\(abs(number))"
    let zeros = String(repeating: "0", count: max(0, digits - text.utf8.count))
    return (number < 0 ? "-" : "") + zeros + text
  }
}
