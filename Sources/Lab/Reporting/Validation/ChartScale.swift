import Glibc

/// An axis of a chart with round ticks.
struct ChartScale {
  let isLog: Bool
  /// The values at the ends; their decimal logarithms if ``isLog``.
  private let low, high: Double
  private let length: Double
  private let isReversed: Bool

  /// Creates an axis that covers all values.
  ///
  /// - Parameters:
  ///   - values: The values; a logarithmic axis ignores those not above 0.
  ///   - length: The length in drawing units.
  ///   - isLog: True for a logarithmic axis.
  ///   - isReversed: True for the opposite direction, as for upward axes.
  init(_ values: [Double], length: Double, isLog: Bool, isReversed: Bool = false) {
    self.isLog = isLog
    self.length = length
    self.isReversed = isReversed
    let shown = values.filter { $0.isFinite && (!isLog || $0 > 0) }.map { isLog ? log10($0) : $0 }
    var (low, high) = (shown.min() ?? 0, shown.max() ?? 1)
    // A single value is in the middle, and no line runs along the frame.
    let margin = high > low ? (high - low) * 0.03 : max(0.5, abs(high) * 0.1)
    low -= margin
    high += margin
    self.low = low
    self.high = high
  }

  /// Returns the position of a value; nil if the axis can't show it.
  func place(_ value: Double) -> Double? {
    guard value.isFinite, !isLog || value > 0 else { return nil }
    let share = ((isLog ? log10(value) : value) - low) / (high - low)
    return (isReversed ? 1 - share : share) * length
  }

  /// The ticks with their labels.
  var ticks: [(value: Double, text: String)] {
    isLog ? decades : steps
  }

  private var steps: [(value: Double, text: String)] {
    let raw = (high - low) / 5
    let power = pow(10, floor(log10(raw)))
    let step = power * ([1, 2, 5, 10].first { $0 * power >= raw } ?? 10)
    var result: [(value: Double, text: String)] = []
    var number = (low / step).rounded(.up)
    while number * step <= high, result.count < 12 {
      result.append((number * step, Self.text(number * step, step: step)))
      number += 1
    }
    return result
  }

  private var decades: [(value: Double, text: String)] {
    let (first, last) = (Int(low.rounded(.up)), Int(high.rounded(.down)))
    guard last > first else {
      return [pow(10, low + 0.1 * (high - low)), pow(10, high - 0.1 * (high - low))].map {
        ($0, Self.text($0, step: $0 / 10))
      }
    }
    let every = max(1, (last - first) / 6)
    return stride(from: first, through: last, by: every).map { exponent in
      let value = pow(10, Double(exponent))
      return (value, abs(exponent) <= 3 ? Self.text(value, step: value) : "1e\(exponent)")
    }
  }

  /// Formats a value with as many decimals as a step needs.
  private static func text(_ value: Double, step: Double) -> String {
    let decimals = min(6, max(0, -Int(floor(log10(step) + 1e-9))))
    let scale = pow(10, Double(decimals))
    // Larger values show no step in so many digits.
    guard (value * scale).magnitude < 1e15 else { return "\(value)" }
    let scaled = Int((value * scale).rounded())
    guard decimals > 0 else { return String(scaled) }
    let digits = String(abs(scaled))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return (scaled < 0 ? "-" : "") + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}
