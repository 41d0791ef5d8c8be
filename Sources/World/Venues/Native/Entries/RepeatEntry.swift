import Documents
import Geometry

/// The numbers of one of several things that a repeat makes.
struct Counter: Hashable, Sendable {
  /// What `{n}` stands for.
  var number = 1
  /// What `{i}` and `{j}` stand for: the number within the row, and the row's, from 1.
  var column = 1
  var row = 1
  /// How many were made before, those left out counted too.
  var index = 0
}

/// A row or a grid of things alike.
struct RepeatEntry: DocumentObject {
  static let schemaName = "Repeat"

  let count: Int
  let step: SIMD2<Double>
  let rows: Int
  let rowStep: SIMD2<Double>
  let from: Int
  let skip: [Int]
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    count = object.required("count", .int(1...100_000), "How many in a row.")
    step = object.optional(
      "step", .point, default: .zero, "From one to the next: metres right, metres up.")
    rows = object.optional("rows", .int(1...100_000), default: 1, "How many rows.")
    rowStep = object.optional(
      "row_step", .point, default: .zero, "From one row to the next: metres right, metres up.")
    from = object.optional(
      "from", .int(-1_000_000...1_000_000), default: 1, "The number {n} of the first.")
    skip = object.optional(
      "skip", .list(.int(-2_000_000...2_000_000), count: 0...10_000), default: [],
      "Numbers {n} whose places stay empty.")
    place = object.place
  }

  /// Calls `body` with the shift and the numbers of each, row by row.
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

/// Storeys alike, one on the other.
struct LevelRepeatEntry: DocumentObject {
  static let schemaName = "LevelRepeat"

  let count: Int
  let rise: Double?
  let from: Int
  let skip: [Int]

  init(from object: inout ObjectReader) {
    count = object.required("count", .int(1...200), "How many storeys.")
    rise = object.optional(
      "rise", .quantity(.length, .between(1, 100)),
      "From floor to floor; by default the height and 0.5 m.")
    from = object.optional(
      "from", .int(-1000...10_000), default: 1, "The number {n} of the lowest.")
    skip = object.optional(
      "skip", .list(.int(-1000...10_000), count: 0...100), default: [],
      "Numbers that no storey is called by, such as 13; the ordinals have no gap.")
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

/// What the placeholders of names stand for at some place of a file.
struct NameScope: Sendable {
  /// The innermost repeat's numbers.
  var counter = Counter()
  /// The level's short name.
  var level = ""
  /// The building's name.
  var building = ""
  /// Whether names are taken as they are, as those of imported maps.
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
