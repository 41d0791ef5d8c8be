public import Documents

/// The least change of a figure that matters: the equivalence margin of two one-sided tests (TOST).
public enum EquivalenceMargin: Hashable, Sendable {
  /// A share of the figure.
  case relative(Double)
  /// In the metric's unit.
  case absolute(Double)

  /// Parses a change: a quantity in the metric's unit, or a percentage of the figure.
  ///
  /// Percentages of shares are points: `2 %` of a share of 90 % is a change to 88 % or 92 %.
  ///
  /// - Throws: The mistake.
  public init(_ text: String, of metric: Metric) throws(DocumentFormError) {
    let isPercentage = text.hasSuffix("%")
    let dimension = isPercentage ? Dimension.ratio : metric.dimension
    let value: Double
    if let dimension {
      do {
        value = try Quantity.parse(text, as: dimension)
      } catch {
        throw DocumentFormError(error.message, suggestion: error.suggestion)
      }
    } else {
      guard let number = Double(text) else {
        throw DocumentFormError(
          "expected a number or a percentage, found '\(text.prefix(40))'")
      }
      value = number
    }
    guard value > 0, value.isFinite else {
      throw DocumentFormError("expected a change of more than zero, found '\(text.prefix(40))'")
    }
    self =
      isPercentage && metric.dimension != .ratio
      ? .relative(value) : .absolute(value / metric.unitInSI)
  }

  /// Returns the size of the change of a figure, in the metric's unit.
  public func size(at figure: Double) -> Double {
    switch self {
    case .relative(let share): share * abs(figure)
    case .absolute(let size): size
    }
  }

  /// Returns the text, such as `5 %`, `10 s` or `2 points` of a share.
  public func text(of metric: Metric) -> String {
    switch self {
    case .relative(let share): "\(shortest(share * 100)) %"
    case .absolute(let size):
      metric.dimension == .ratio
        ? "\(shortest(size * 100)) point\(size == 0.01 ? "" : "s")"
        : shortest(size) + (metric.unit.isEmpty ? "" : " \(metric.unit)")
    }
  }
}

/// Formats a number without rounding errors and without trailing zeros.
private func shortest(_ value: Double) -> String {
  let rounded = (value * 1e6).rounded() / 1e6
  return rounded == rounded.rounded() && abs(rounded) < 1e15
    ? "\(Int64(rounded))" : "\(rounded)"
}
