// Times and durations as text: clock style for people, decimal seconds for files.

extension SimTime: LosslessStringConvertible {
  /// The time as `h:mm:ss.fff`, with as many decimals as needed: `1:02:03.5`.
  public var description: String { SimDuration(nanoseconds: nanoseconds).clockText }

  /// Parses `h:mm:ss`, `m:ss` or seconds, each with up to nine decimals and an optional minus.
  ///
  /// Returns nil for any other text, and beyond ±292 years.
  public init?(_ text: String) {
    guard let span = SimDuration(clockText: text) else { return nil }
    self.init(nanoseconds: span.nanoseconds)
  }
}

extension SimDuration: CustomStringConvertible {
  /// The duration in seconds with its unit: `2.5 s`.
  public var description: String { secondsText + " s" }

  /// The duration in seconds as an exact decimal without trailing zeros: `2.5`.
  public var secondsText: String {
    let magnitude = nanoseconds.magnitude
    return (nanoseconds < 0 ? "-" : "") + String(magnitude / 1_000_000_000)
      + fractionText(magnitude % 1_000_000_000)
  }

  /// The duration as `h:mm:ss.fff`, with as many decimals as needed.
  public var clockText: String {
    let magnitude = nanoseconds.magnitude
    let seconds = magnitude / 1_000_000_000
    return (nanoseconds < 0 ? "-" : "") + String(seconds / 3600) + ":"
      + twoDigits(seconds / 60 % 60) + ":" + twoDigits(seconds % 60)
      + fractionText(magnitude % 1_000_000_000)
  }

  /// Parses `h:mm:ss`, `m:ss` or seconds, each with up to nine decimals and an optional minus; else nil.
  public init?(clockText: String) {
    var bytes = Substring(clockText).utf8
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes.removeFirst() }
    let fields = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (1...3).contains(fields.count) else { return nil }
    var total: UInt64 = 0
    for (index, field) in fields.enumerated() {
      let isLast = index == fields.count - 1
      let parts = field.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard parts.count == 1 || (isLast && parts.count == 2) else { return nil }
      guard let whole = digits(parts[0], atMost: 10), index == 0 || whole < 60 else { return nil }
      let (scaled, overflow) = total.multipliedReportingOverflow(by: 60)
      guard !overflow else { return nil }
      total = scaled
      guard total < 10_000_000_000 else { return nil }
      total += whole
      guard isLast else { continue }
      guard total <= 9_223_372_035 else { return nil }
      total *= 1_000_000_000
      guard parts.count == 2 else { continue }
      guard let fraction = digits(parts[1], atMost: 9) else { return nil }
      total += (parts[1].count..<9).reduce(fraction) { value, _ in value * 10 }
    }
    self.init(nanoseconds: isNegative ? -Int64(total) : Int64(total))
  }
}

/// A fraction of a second as text: empty for zero, else a point and decimals to the last non-zero.
private func fractionText(_ nanoseconds: UInt64) -> String {
  guard nanoseconds > 0 else { return "" }
  var value = nanoseconds
  var width = 9
  while value.isMultiple(of: 10) {
    value /= 10
    width -= 1
  }
  let digits = String(value)
  return "." + String(repeating: "0", count: width - digits.count) + digits
}

private func twoDigits(_ value: UInt64) -> String {
  value < 10 ? "0\(value)" : "\(value)"
}

/// Parses 1 to `limit` ASCII digits; nil for anything else.
private func digits(_ text: Substring.UTF8View, atMost limit: Int) -> UInt64? {
  guard (1...limit).contains(text.count) else { return nil }
  var value: UInt64 = 0
  for byte in text {
    guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
    value = value * 10 + UInt64(byte - UInt8(ascii: "0"))
  }
  return value
}
