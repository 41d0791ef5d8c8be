import Documents

// Validation of a limit's power: values on both sides of it must be possible.

extension FigureLimit {
  /// Validates that a limit can be both satisfied and missed.
  ///
  /// - Throws: The reason why it can't, and the budget that was probably meant.
  func checkPower() throws(DocumentFormError) {
    guard let (message, suggestion) = complaint else { return }
    throw DocumentFormError(message, suggestion: suggestion)
  }

  /// The error message; nil for a valid limit.
  private var complaint: (message: String, suggestion: String?)? {
    let range = metric.entry.range(of: statistic)
    let isSigned = range.lowerBound < 0 && range.upperBound > 0
    if isSigned, relation != .within { return oneSided }
    if !isSigned, relation == .within {
      return ("'\(name)' has no sign; limit it with <= or >=", nil)
    }
    let (low, high) = (isSigned ? 0 : range.lowerBound, isSigned ? .infinity : range.upperBound)
    let (isBelow, isAbove) =
      relation == .atLeast ? (value <= low, value > high) : (value < low, value >= high)
    guard isBelow || isAbove else { return nil }
    // Below the range, a minimum is always kept and a maximum never; above it, the other way round.
    let isVain = (relation == .atLeast) == isBelow
    let end = isBelow ? "never below \(shown(low))" : "never above \(shown(high))"
    return ("'\(text)' can never be \(isVain ? "missed" : "kept"): \(name) is \(end)", nil)
  }

  private var name: String { "\(metric.name).\(statistic.rawValue)" }

  /// The error for a one-sided limit on a signed figure.
  private var oneSided: (message: String, suggestion: String?) {
    let limit = text.split(separator: " ", maxSplits: 2).dropFirst(2).joined()
    let size = limit.hasPrefix("-") ? String(limit.dropFirst()) : limit
    return (
      "'\(name)' has a sign, so that '\(relation.rawValue)' leaves one side open",
      "\(name) within \(size)"
    )
  }

  private func shown(_ value: Double) -> String {
    let scaled = value / metric.unitInSI
    return scaled == scaled.rounded() && abs(scaled) < 1e15 ? "\(Int64(scaled))" : "\(scaled)"
  }
}

extension MetricDefinition {
  /// Returns the valid range of a statistic, in SI units.
  func range(of statistic: Statistic) -> ClosedRange<Double> {
    switch statistic {
    case .count, .sd, .rmse: 0...Double.infinity
    default: range
    }
  }
}
