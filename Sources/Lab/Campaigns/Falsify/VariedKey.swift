public import Documents
import Glibc
public import Harness
import Kernel
import Scenarios

/// A scenario value that the worst-case search may change, with its domain.
public struct VariedKey: Sendable {
  /// The allowed values.
  enum Domain: Sendable {
    /// A range with a unit; whole numbers only if both ends are whole and have no unit.
    case range(low: Double, high: Double, unit: String, isWhole: Bool)
    /// A list of choices.
    case values([Node])
  }

  public let key: String
  let domain: Domain

  /// Parses the option `--vary`: `key=lo..hi` or `key=a,b,c`.
  public init(_ text: String) throws(DocumentError) {
    guard let sign = text.firstIndex(of: "="), sign != text.startIndex,
      text.index(after: sign) != text.endIndex
    else {
      throw DocumentError(
        "--vary takes key=LOW..HIGH or key=A,B,C, such as 'stack.locator.window=1..10 s', "
          + "not '\(text.prefix(60))'")
    }
    key = String(text[..<sign])
    guard key.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty })
    else { throw DocumentError("--vary \(text.prefix(60)): an empty key") }
    let value = String(text[text.index(after: sign)...])
    if value.contains("..") {
      domain = try Self.range(value, at: nil)
      return
    }
    let list = try YAML.load("[\(Self.withUnit(value))]", name: "--vary \(key)")
    domain = .values(Array(list.elements))
  }

  /// Values with the unit of the last: `0.5,0.9,2 m/s` is `0.5 m/s,0.9 m/s,2 m/s`, as a range's ends share theirs.
  private static func withUnit(_ values: String) -> String {
    let parts = values.split(separator: ",").map { String($0) }
    guard let unit = parts.last.flatMap(end)?.unit, !unit.isEmpty,
      parts.dropLast().allSatisfy({ end($0)?.unit == "" })
    else { return values }
    return (parts.dropLast().map { "\($0) \(unit)" } + parts.suffix(1)).joined(separator: ",")
  }

  /// Parses an entry of a scenario's `falsify:` block.
  init(_ entry: VaryEntry) throws(DocumentError) {
    key = entry.key.value
    switch entry.domain {
    case .range(let text): domain = try Self.range(text.value, at: text.place)
    case .values(let values): domain = .values(values)
    }
  }

  private static func range(
    _ text: String, at place: SourcePosition?
  ) throws(DocumentError) -> Domain {
    let ends = text.split(separator: "..").map { end(String($0)) }
    guard ends.count == 2, let low = ends[0], let high = ends[1],
      low.unit.isEmpty || low.unit == high.unit
    else {
      throw DocumentError(
        "expected a range such as '1..10 s', both ends in one unit, found '\(text.prefix(60))'",
        at: place)
    }
    guard low.number < high.number else {
      throw DocumentError("the range '\(text.prefix(60))' begins above its end", at: place)
    }
    let isWhole = high.unit.isEmpty && low.isWhole && high.isWhole
    return .range(low: low.number, high: high.number, unit: high.unit, isWhole: isWhole)
  }

  /// Parses a number and its unit.
  private static func end(_ text: String) -> (number: Double, unit: String, isWhole: Bool)? {
    let text = text.split(separator: " ").joined(separator: " ")
    let digits = text.prefix { $0.isNumber || "+-.eE".contains($0) }
    guard let number = Double(digits), number.isFinite else { return nil }
    let unit = text.dropFirst(digits.count).trimmingPrefix(" ")
    return (number, String(unit), Int(digits) != nil)
  }

  /// The choices, for a sweep over all of them.
  ///
  /// - Throws: ``DocumentError`` if the domain is a range, which has no step.
  public func values() throws(DocumentError) -> [Setting] {
    guard case .values(let values) = domain, !values.isEmpty else {
      throw DocumentError("--vary \(key): a sweep takes values, such as \(key)=A,B,C, not a range")
    }
    return values.map { Setting(key: key, value: $0) }
  }

  /// Values for validation: both ends of a range, or all choices.
  func probes() throws(DocumentError) -> [Setting] {
    switch domain {
    case .range(let low, let high, _, _): return [try setting(low), try setting(high)]
    case .values(let values): return values.map { Setting(key: key, value: $0) }
    }
  }

  /// Draws a value uniformly from the domain.
  func drawn(_ stream: inout RandomStream) throws(DocumentError) -> Setting {
    switch domain {
    case .range(let low, let high, _, _): return try setting(stream.uniform(in: low...high))
    case .values(let values):
      return Setting(key: key, value: values[stream.integer(below: values.count)])
    }
  }

  /// Draws a value near another: Gaussian with a sigma of a share of the range; for choices, any choice.
  func drawn(
    near other: Setting?, share: Double, _ stream: inout RandomStream
  ) throws(DocumentError) -> Setting {
    guard case .range(let low, let high, _, _) = domain,
      let start = other?.value.text.flatMap({ Self.end($0) })?.number
    else { return try drawn(&stream) }
    let step = stream.gaussian() * share * (high - low)
    return try setting(min(max(start + step, low), high))
  }

  /// A number as a setting, rounded for reading.
  private func setting(_ number: Double) throws(DocumentError) -> Setting {
    guard case .range(let low, let high, let unit, let isWhole) = domain else {
      return try Setting("\(key)=\(number)")
    }
    var text: String
    if isWhole {
      text = "\(Int64(number.rounded()))"
    } else {
      // Resolution: a thousandth of the range, rounded down to a power of ten.
      let step = pow(10, floor(log10((high - low) / 1000)))
      let rounded = min(max((number / step).rounded() * step, low), high)
      let decimals = max(0, Int(-log10(step) + 0.5))
      text = Self.decimal(rounded, decimals)
    }
    if !unit.isEmpty { text += " " + unit }
    return Setting(key: key, value: try YAML.load(text, name: "--vary \(key)"))
  }

  private static func decimal(_ value: Double, _ decimals: Int) -> String {
    let scale = pow(10, Double(decimals))
    guard abs(value) * scale < 9e15 else { return "\(value)" }
    let scaled = Int64((value * scale).rounded())
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
    let sign = scaled < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    var fraction = String(rest)
    fraction = String(repeating: "0", count: max(0, decimals - fraction.count)) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(sign)\(whole).\(fraction)"
  }
}
