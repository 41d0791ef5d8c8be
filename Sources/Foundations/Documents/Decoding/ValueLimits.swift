/// Limits of a number, or of a quantity in its SI unit.
public struct ValueLimits: Hashable, Sendable {
  /// The lower limit; minus infinity for none.
  public var lower: Double
  /// The upper limit; infinity for none.
  public var upper: Double
  /// True if the lower limit itself is invalid.
  public var excludesLower: Bool
  /// True if the upper limit itself is invalid.
  public var excludesUpper: Bool

  public init(
    lower: Double = -.infinity, upper: Double = .infinity,
    excludesLower: Bool = false, excludesUpper: Bool = false
  ) {
    self.lower = lower
    self.upper = upper
    self.excludesLower = excludesLower
    self.excludesUpper = excludesUpper
  }

  /// No limits: any finite value.
  public static var none: ValueLimits { ValueLimits() }

  /// `value` or more.
  public static func atLeast(_ value: Double) -> ValueLimits { ValueLimits(lower: value) }

  /// `value` or less.
  public static func atMost(_ value: Double) -> ValueLimits { ValueLimits(upper: value) }

  /// More than `value`.
  public static func above(_ value: Double) -> ValueLimits {
    ValueLimits(lower: value, excludesLower: true)
  }

  /// Less than `value`.
  public static func below(_ value: Double) -> ValueLimits {
    ValueLimits(upper: value, excludesUpper: true)
  }

  /// From `low` to `high`, both included.
  public static func between(_ low: Double, _ high: Double) -> ValueLimits {
    ValueLimits(lower: low, upper: high)
  }

  /// Returns whether `value` respects the limits.
  public func contains(_ value: Double) -> Bool {
    (excludesLower ? value > lower : value >= lower)
      && (excludesUpper ? value < upper : value <= upper)
  }

  /// The limits as text: `at least 0 m/s and below 10 m/s`; `nil` if there are none.
  func words(_ format: (Double) -> String) -> String? {
    var parts: [String] = []
    if lower > -.infinity {
      parts.append("\(excludesLower ? "above" : "at least") \(format(lower))")
    }
    if upper < .infinity { parts.append("\(excludesUpper ? "below" : "at most") \(format(upper))") }
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }

  /// The limits as they follow a noun: ` of at least 0 m/s`, ` above 0 m/s`, or empty.
  func phrase(_ format: (Double) -> String) -> String {
    guard let words = words(format) else { return "" }
    let isStrict = lower > -.infinity ? excludesLower : excludesUpper
    return isStrict ? " \(words)" : " of \(words)"
  }

  /// A simple value within the limits, near zero.
  var inside: Double {
    if contains(0) { return 0 }
    if lower > -.infinity, upper < .infinity { return lower + (upper - lower) / 2 }
    if lower > -.infinity { return excludesLower ? lower + max(1, abs(lower)) : lower }
    return excludesUpper ? upper - max(1, abs(upper)) : upper
  }
}
