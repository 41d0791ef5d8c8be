/// The source of a parameter's default.
public enum ParameterSource: Hashable, Sendable {
  /// The platform owner's reference documentation, headers or guides.
  case documented(String)
  /// A talk by the platform owner's engineers: `W14-708` is session 708 of 2014.
  case talk(String)
  /// A paper, a standard or a data sheet that was read.
  case read(String)
  /// A paper, a standard or a report cited from memory, not read.
  case memory(String)
  /// Measured or fitted in this project, on recordings or in simulation named by the text.
  case fitted(String)
  /// Computed from other values.
  case computed(String)
  /// No published number exists: an estimate.
  case assumed(String)

  /// An estimate without further reason.
  public static var estimate: ParameterSource { .assumed("") }

  /// The kind of source as a word: `read`, `fitted`, `assumed`.
  public var grade: String {
    switch self {
    case .documented: "documented"
    case .talk: "talk"
    case .read: "read"
    case .memory: "memory"
    case .fitted: "fitted"
    case .computed: "computed"
    case .assumed: "assumed"
    }
  }

  /// The reference or the reason; empty for a plain estimate.
  public var text: String {
    switch self {
    case .documented(let text), .talk(let text), .read(let text), .memory(let text),
      .fitted(let text), .computed(let text), .assumed(let text):
      text
    }
  }

  /// The grade and the text: `read: 3GPP TR 38.901`.
  public var phrase: String { text.isEmpty ? grade : "\(grade): \(text)" }
}
