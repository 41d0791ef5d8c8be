public import Documents

/// Settings that must break a scenario: with them, budgets that hold otherwise are missed.
///
/// Shows that the budgets hold because of the disabled features.
public struct BreakEntry: DocumentObject {
  /// The settings, as with `--set`: `stack.wifi.use=off`.
  public let settings: [Located<String>]
  /// The names of the budgets or expectations that must be missed with these settings.
  public let misses: [Located<String>]

  public init(from object: inout ObjectReader) {
    settings = object.required(
      "turn", Self.texts(Self.setting),
      "Settings that break the scenario: one or more of key=value, such as 'stack.wifi.use=off'.")
    misses = object.required(
      "misses", Self.texts(.string),
      "Budgets to miss with these settings, such as 'indoor.error.p95', or expectations.")
  }

  private static let setting = TextForm(
    "a setting such as 'stack.wifi.use=off'", pattern: "^[^ =]+=.+$", example: "stack.wifi.use=off",
    accepts: { text in
      guard let sign = text.firstIndex(of: "="), sign != text.startIndex else { return false }
      return !text[..<sign].contains(" ") && text.index(after: sign) != text.endIndex
    })

  /// A text, or a list of texts.
  private static func texts<Text: DocumentForm<String>>(
    _ text: Text
  ) -> some DocumentForm<[Located<String>]> {
    LocatedForm.located(text).or(
      .list(.located(text), count: 1...20), scalar: { [$0] }, collection: { $0 })
  }
}
