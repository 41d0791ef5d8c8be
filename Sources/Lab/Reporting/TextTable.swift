import Glibc
public import Scoring

/// A text table with aligned columns, numbers right-aligned.
public struct TextTable: Sendable {
  private var rows: [[String]]

  /// Creates a table with its heading.
  public init(_ heading: [String]) {
    rows = [heading]
  }

  /// Adds a row with as many cells as the heading.
  public mutating func add(_ row: [String]) {
    rows.append(row)
  }

  /// The lines of the table, with the heading underlined.
  public var lines: [String] {
    let columns = rows[0].indices
    let widths = columns.map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    var lines = rows.map { row in
      columns.map { column in
        let cell = column < row.count ? row[column] : ""
        let blanks = String(repeating: " ", count: max(0, widths[column] - cell.count))
        let isNumber = cell.first.map { $0.isNumber || $0 == "-" } ?? false
        return isNumber ? blanks + cell : cell + blanks
      }.joined(separator: "  ").trimmingEnd()
    }
    lines.insert(widths.map { String(repeating: "-", count: $0) }.joined(separator: "  "), at: 1)
    return lines
  }
}

extension String {
  fileprivate func trimmingEnd() -> String {
    var text = Substring(self)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// A budget's value for people, with the interval of a comparison.
public func figureText(_ verdict: BudgetVerdict) -> String {
  guard let value = verdict.value else { return "no data" }
  guard let interval = verdict.interval else { return figureText(value) }
  let (low, high) = (figureText(interval.lowerBound), figureText(interval.upperBound))
  return "\(figureText(value)), 95 % \(low) to \(high)"
}

/// Formats a figure with three significant digits, or with all digits of a larger integer part.
///
/// - Parameter value: The figure.
/// - Returns: The text, without an exponent between a thousandth and a million.
public func figureText(_ value: Double) -> String {
  guard value.isFinite else { return value.isNaN ? "-" : value < 0 ? "-inf" : "inf" }
  let magnitude = abs(value)
  if magnitude >= 1e6 { return value.description }
  if magnitude > 0, magnitude < 1e-3 {
    let unit = pow(10, 2 - floor(log10(magnitude)))
    return unit.isFinite ? ((value * unit).rounded() / unit).description : value.description
  }
  let places = magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : magnitude >= 1 ? 2 : 3
  let scale = pow(10.0, Double(places))
  let scaled = Int64((magnitude * scale).rounded())
  let whole = scaled / Int64(scale)
  let sign = value < 0 && scaled > 0 ? "-" : ""
  guard places > 0 else { return sign + String(whole) }
  let fraction = String(scaled % Int64(scale))
  return sign + "\(whole)." + String(repeating: "0", count: places - fraction.count) + fraction
}
