public import Documents
public import Kernel

// The greeting of a stack in another process.

extension StackWire {
  /// Limits on messages in flight without an answer.
  public struct Batch: Hashable, Sendable {
    /// Max number of messages.
    public var messages = 1000
    /// Max simulated time that the first of them may wait.
    public var span = SimDuration.seconds(1)

    /// The upper limits of a request.
    public static let limits = Batch(messages: 100_000, span: .seconds(3600))

    /// Creates limits, by default the usual ones.
    public init(messages: Int = 1000, span: SimDuration = .seconds(1)) {
      self.messages = messages
      self.span = span
    }
  }

  /// The capabilities of a stack.
  public struct Capabilities: Hashable, Sendable {
    /// The kinds of observations it subscribes to; nil for all.
    public var kinds: [String]?
    /// The batch limits; nil if every message waits for the answer to the last.
    public var batch: Batch?
    /// The form of observations.
    public var scheme = StackScheme.json
  }

  /// Parses a stack's greeting.
  ///
  /// `{"hello": {"version": 1, "name": …, "observes": […], "batch": {…}, "scheme": …}}`, of which only the
  /// version is required.
  public static func capabilities(_ answer: JSONValue) throws(DocumentError) -> Capabilities {
    guard case .object(let hello)? = answer["hello"], hello["version"] == .int(Int64(version))
    else {
      throw DocumentError(
        "expected {\"hello\": {\"version\": \(version), …}} as the first line, found "
          + answer.text(pretty: false).prefix(200))
    }
    var capabilities = Capabilities()
    for member in hello.members {
      switch (member.key, member.value) {
      case ("version", _), ("name", .string): break
      case ("observes", .array(let kinds)):
        capabilities.kinds = []
        for kind in kinds { try capabilities.kinds?.append(observationKind(kind)) }
      case ("batch", .null): break
      case ("batch", .object(let limits)): capabilities.batch = try batch(limits)
      case ("scheme", let name): capabilities.scheme = try StackScheme(name)
      case ("name", _): throw DocumentError("'name' in the greeting must be text")
      case ("observes", _): throw DocumentError("'observes' in the greeting must be a list")
      case ("batch", _): throw DocumentError("'batch' in the greeting must be an object")
      default:
        throw DocumentError(
          "unknown key '\(member.key)' in the greeting",
          suggestion: nearestName(
            to: member.key, among: ["version", "name", "observes", "batch", "scheme"]))
      }
    }
    return capabilities
  }

  private static func observationKind(_ value: JSONValue) throws(DocumentError) -> String {
    guard case .string(let kind) = value, observationKinds.contains(kind) else {
      throw DocumentError(
        "unknown observation \(value.text(pretty: false)) in 'observes'",
        suggestion: nearestName(
          to: value.text(pretty: false).trimmingQuotes, among: observationKinds))
    }
    return kind
  }

  private static func batch(_ limits: JSONObject) throws(DocumentError) -> Batch {
    var batch = Batch()
    let maximum = Batch.limits
    for member in limits.members {
      switch member.key {
      case "messages":
        guard case .int(let count) = member.value, (1...Int64(maximum.messages)).contains(count)
        else {
          throw DocumentError("'messages' of a batch must be from 1 to \(maximum.messages)")
        }
        batch.messages = Int(count)
      case "span_s":
        var seconds = -1.0
        if case .int(let value) = member.value { seconds = Double(value) }
        if case .number(let value) = member.value { seconds = value }
        guard (0...maximum.span.seconds).contains(seconds) else {
          throw DocumentError("'span_s' of a batch must be from 0 to \(Int(maximum.span.seconds))")
        }
        batch.span = .seconds(seconds)
      default:
        throw DocumentError(
          "unknown key '\(member.key)' in 'batch'",
          suggestion: nearestName(to: member.key, among: ["messages", "span_s"]))
      }
    }
    return batch
  }

  /// Ends a batch, begun with `{"batch":[`, and its line.
  ///
  /// The time is that of its last message, or the time at which it was full.
  public static func closeBatch(at time: SimTime, in bytes: inout [UInt8]) {
    bytes.append(contentsOf: "],\"time_s\":".utf8)
    append(secondsOf: time, to: &bytes)
    bytes.append(contentsOf: "}\n".utf8)
  }
}

extension String {
  fileprivate var trimmingQuotes: String {
    String(drop { $0 == "\"" }.reversed().drop { $0 == "\"" }.reversed())
  }
}
