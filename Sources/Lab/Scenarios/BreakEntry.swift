public import Documents

/// Something that must break a scenario: with it, budgets that hold otherwise are missed.
///
/// It shows that they hold because of what it takes away, and not by themselves.
public struct BreakEntry: DocumentObject {
  /// What is set, as with `--set`: `stack.wifi.use=off`.
  public let settings: [Located<String>]
  /// The budgets or expectations that must then be missed, by name.
  public let misses: [Located<String>]

  /// Reads what must break it.
  public init(from object: inout ObjectReader) {
    settings = object.required(
      "turn", Self.texts(Self.setting),
      "What is set: one or more of key=value, as with --set, such as 'stack.wifi.use=off'.")
    misses = object.required(
      "misses", Self.texts(.string),
      "What must then be missed: budgets by figure, such as 'indoor.error.p95', or expectations.")
  }

  private static let setting = TextForm(
    "a setting such as 'stack.wifi.use=off'", pattern: "^[^ =]+=.+$", example: "stack.wifi.use=off",
    accepts: { text in
      guard let sign = text.firstIndex(of: "="), sign != text.startIndex else { return false }
      return !text[..<sign].contains(" ") && text.index(after: sign) != text.endIndex
    })

  /// A text, or some.
  private static func texts<Text: DocumentForm<String>>(
    _ text: Text
  ) -> some DocumentForm<[Located<String>]> {
    LocatedForm.located(text).or(
      .list(.located(text), count: 1...20), scalar: { [$0] }, collection: { $0 })
  }
}
