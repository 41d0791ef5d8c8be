import Documents

// Whether a limit says anything: some stack must be able to miss it, and some to keep it.

extension FigureLimit {
  /// Checks that a limit can be missed and kept.
  ///
  /// - Throws: Why it can't, and what was probably meant.
  func checkPower() throws(DocumentFormError) {
    guard let (message, suggestion) = complaint else { return }
    throw DocumentFormError(message, suggestion: suggestion)
  }

  /// What is wrong with it; nil if nothing is.
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
    // Below what there can be, a least is always kept and a most never; above it, the other way round.
    let isVain = (relation == .atLeast) == isBelow
    let end = isBelow ? "never below \(shown(low))" : "never above \(shown(high))"
    return ("nothing can \(isVain ? "miss" : "keep") '\(text)': \(name) is \(end)", nil)
  }

  private var name: String { "\(metric.name).\(statistic.rawValue)" }

  /// A limit on one side of a figure that may go wrong on both.
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
  /// Between which values, in SI units, a statistic of it always is.
  func range(of statistic: Statistic) -> ClosedRange<Double> {
    switch statistic {
    case .count, .sd, .rmse: 0...Double.infinity
    default: range
    }
  }
}
