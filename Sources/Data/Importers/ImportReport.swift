public import Documents

/// The outcome of a map import: elements taken over, inferred, measured and left out, with reasons.
public struct ImportReport: Hashable, Sendable {
  /// The outcome for an element.
  public enum ElementOutcome: String, CaseIterable, Sendable {
    case taken, inferred, measured, left
  }

  /// A number of elements with the same outcome.
  public struct Entry: Hashable, Sendable {
    public let fate: ElementOutcome
    /// Kind of the elements, in the plural: `doors`.
    public let what: String
    /// Method of inference or measurement, or reason for leaving out; empty for elements taken over.
    public let why: String
    public internal(set) var count: Int
    /// Names of some elements in the data.
    public internal(set) var examples: [String]
  }

  private struct Key: Hashable {
    let fate: ElementOutcome
    let what: String
    let why: String
  }

  /// In order of first mention.
  public private(set) var entries: [Entry] = []
  private var numbers: [Key: Int] = [:]
  private static let maxExamples = 5
  private static let maxEntries = 400

  init() {}

  /// The number of elements of a kind with a fate, for any reason.
  public func count(_ fate: ElementOutcome, _ what: String) -> Int {
    entries.reduce(0) { $0 + ($1.fate == fate && $1.what == what ? $1.count : 0) }
  }

  /// Counts elements taken over unchanged.
  mutating func take(_ what: String, _ count: Int = 1) {
    add(.taken, what, "", count, nil)
  }

  /// Counts elements that are absent from the data.
  mutating func infer(_ what: String, _ how: String, _ count: Int = 1) {
    add(.inferred, what, how, count, nil)
  }

  /// Reports a measurement of the result.
  mutating func measure(_ what: String, _ value: String, _ count: Int = 1) {
    add(.measured, what, value, count, nil)
  }

  /// Counts elements without an equivalent in a venue, or with faults.
  mutating func leave(_ what: String, _ why: String, _ example: String? = nil, count: Int = 1) {
    add(.left, what, why, count, example)
  }

  private mutating func add(
    _ fate: ElementOutcome, _ what: String, _ why: String, _ count: Int, _ example: String?
  ) {
    guard count > 0 else { return }
    var key = Key(fate: fate, what: brief(what), why: brief(why, limit: 120))
    // Bounds the report for files with very many kinds.
    if numbers[key] == nil, entries.count >= Self.maxEntries {
      key = Key(fate: fate, what: "others", why: "of further kinds")
    }
    let number = numbers[key] ?? entries.count
    if number == entries.count {
      entries.append(
        Entry(fate: fate, what: key.what, why: key.why, count: 0, examples: []))
      numbers[key] = number
    }
    entries[number].count += count
    if let example, entries[number].examples.count < Self.maxExamples {
      entries[number].examples.append(brief(example))
    }
  }

  /// Entries by fate, within one fate in order of first mention.
  public var sortedEntries: [Entry] {
    ElementOutcome.allCases.flatMap { fate in entries.filter { $0.fate == fate } }
  }

  /// The report as JSON: for each fate a list of what, why, count and examples.
  public var json: JSONValue {
    let fates = ElementOutcome.allCases.map { fate -> (String, JSONValue) in
      let list = entries.filter { $0.fate == fate }.map { entry -> JSONValue in
        [
          "what": .string(entry.what), "why": .string(entry.why),
          "count": .int(Int64(entry.count)),
          "examples": .array(entry.examples.map { .string($0) }),
        ]
      }
      return (fate.rawValue, .array(list))
    }
    return .object(JSONObject(fates))
  }
}

/// A text shortened to one line without control characters, for reports.
func brief(_ text: String, limit: Int = 60) -> String {
  var result = ""
  for (count, scalar) in text.unicodeScalars.enumerated() {
    if count == limit { return result + "…" }
    let category = scalar.properties.generalCategory
    let isOdd =
      category == .control || category == .format || category == .lineSeparator
      || category == .paragraphSeparator
    result.unicodeScalars.append(isOdd ? " " : scalar)
  }
  return result
}

/// A number with fixed decimals, such as `12.50`.
func decimal(_ value: Double, _ places: Int) -> String {
  guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
  var scale = 1.0
  for _ in 0..<places { scale *= 10 }
  let whole = Int64((abs(value) * scale).rounded())
  let sign = value < 0 && whole > 0 ? "-" : ""
  guard places > 0 else { return "\(sign)\(whole)" }
  let digits = "\(whole % Int64(scale))"
  let zeros = String(repeating: "0", count: places - digits.count)
  return "\(sign)\(whole / Int64(scale)).\(zeros)\(digits)"
}
