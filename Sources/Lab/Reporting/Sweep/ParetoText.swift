import Recordings

/// Formatting of numbers and labels in a sweep's chart.
enum ParetoText {
  /// Shortens a label to the keys' last components: `window=1 s, gnss=off`; two components where
  /// one is ambiguous.
  static func shortened(_ label: String) -> String {
    let parts = label.split(separator: ", ").map { part -> (key: [Substring], value: Substring) in
      let halves = part.split(separator: "=", maxSplits: 1)
      guard halves.count == 2 else { return ([], part) }
      var steps = halves[0].split(separator: ".")
      // `stack.satellites.use=off`: the part is more informative than `use`.
      if steps.count > 1, steps.last == "use" { steps.removeLast() }
      return (steps, halves[1])
    }
    let lasts = parts.map(\.key.last)
    return parts.map { key, value in
      guard let last = key.last else { return String(value) }
      let isUnique = lasts.count { $0 == last } == 1
      return key.suffix(isUnique ? 1 : 2).joined(separator: ".") + "=" + value
    }.joined(separator: ", ")
  }

  /// Formats a number to a tenth.
  static func brief(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let tenths = Int((min(max(value, -1e9), 1e9) * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let rest = abs(tenths) % 10
    return rest == 0 ? "\(sign)\(abs(tenths) / 10)" : "\(sign)\(abs(tenths) / 10).\(rest)"
  }
}
