import Documents

/// Colour scale from low to high latency, suitable for colour-blind readers and for grey.
struct LatencyColors {
  private let low, high: Double

  /// Sampled from viridis (Smith and van der Walt, matplotlib 2015, in the public domain), from its
  /// dark end to the last colour visible on white paper.
  private static let stops: [(red: Double, green: Double, blue: Double)] = [
    (68, 1, 84), (59, 82, 139), (33, 145, 140), (94, 201, 98), (221, 197, 40),
  ]

  init(_ values: [Double]) {
    low = values.min() ?? 0
    high = values.max() ?? 1
  }

  private func share(_ value: Double) -> Double {
    high > low ? min(max((value - low) / (high - low), 0), 1) : 0.5
  }

  /// Returns the colour of a value.
  func color(_ value: Double) -> String { Self.color(share(value)) }

  private static func color(_ share: Double) -> String {
    let position = share * Double(stops.count - 1)
    let index = min(Int(position), stops.count - 2)
    let rest = position - Double(index)
    let (a, b) = (stops[index], stops[index + 1])
    func mixed(_ from: Double, _ to: Double) -> Int { Int((from + (to - from) * rest).rounded()) }
    return "rgb(\(mixed(a.red, b.red)),\(mixed(a.green, b.green)),\(mixed(a.blue, b.blue)))"
  }

  /// Returns the CSS class of a label on a value's colour.
  func labelClass(_ value: Double) -> String { share(value) > 0.6 ? "number dark" : "number" }

  /// Draws a colour bar with the values at its ends.
  func legend(_ title: String) -> String {
    var body = "<text class=\"small\" x=\"0\" y=\"4\">\(inXML(title))</text>\n"
    guard high > low else {
      return body + "<circle cx=\"6\" cy=\"21\" r=\"6\" fill=\"\(color(low))\"/>\n"
        + "<text class=\"soft small\" x=\"20\" y=\"25\">\(figureText(low)), all equal</text>\n"
    }
    let pieces = 40
    for piece in 0..<pieces {
      let color = Self.color((Double(piece) + 0.5) / Double(pieces))
      body +=
        "<rect x=\"\(ParetoText.brief(Double(piece) * 6))\" y=\"14\" width=\"6.5\" height=\"12\" "
      body += "fill=\"\(color)\"/>\n"
    }
    body += "<text class=\"soft small\" x=\"0\" y=\"42\">\(figureText(low))</text>\n"
    body += "<text class=\"soft small\" x=\"240\" y=\"42\" text-anchor=\"end\">"
    return body + "\(figureText(high))</text>\n"
  }
}
