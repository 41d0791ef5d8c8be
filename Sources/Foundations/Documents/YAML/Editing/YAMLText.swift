/// YAML text of values.
public enum YAMLText {
  /// A value in flow style, on one line; text is in quotes only where it must be.
  public static func inFlow(_ value: JSONValue) -> String { YAMLFlowText.text(value) }
}
