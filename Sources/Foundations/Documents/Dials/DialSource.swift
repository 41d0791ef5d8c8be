/// What stands behind a dial's default.
public enum DialSource: Hashable, Sendable {
  /// The owner's reference documentation, headers or guides say so.
  case documented(String)
  /// The owner's engineers said so on stage: `W14-708` is session 708 of 2014.
  case talk(String)
  /// A paper, a standard or a data sheet that was read.
  case read(String)
  /// A paper, a standard or a report that was remembered, not read.
  case memory(String)
  /// Measured or fitted here, on recordings or in simulation, which the text names.
  case fitted(String)
  /// Follows from something else by a computation.
  case computed(String)
  /// Nobody tells a number: an estimate of ours.
  case assumed(String)

  /// An estimate of ours.
  public static var estimate: DialSource { .assumed("") }

  /// How far it can be trusted, in a word: `read`, `fitted`, `assumed`.
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

  /// Who says so, or why it was chosen; empty for a plain estimate.
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
