public import Documents
public import Kernel

// What a stack in another process says of itself in its greeting.

extension StackWire {
  /// How much may be sent at once without an answer.
  public struct Batch: Hashable, Sendable {
    /// How many messages.
    public var messages = 1000
    /// How much simulated time the first of them may wait.
    public var span = SimDuration.seconds(1)

    /// The most that may be asked for.
    public static let limits = Batch(messages: 100_000, span: .seconds(3600))

    /// Creates the usual limits, or others.
    public init(messages: Int = 1000, span: SimDuration = .seconds(1)) {
      self.messages = messages
      self.span = span
    }
  }

  /// What a stack takes.
  public struct Capabilities: Hashable, Sendable {
    /// The kinds of observations it wants to be sent; nil for all.
    public var kinds: [String]?
    /// How much it takes at once; nil if every message is to wait for the answer to the last.
    public var batch: Batch?
  }

  /// Reads a stack's greeting.
  ///
  /// - Parameter answer: `{"hello": {"version": 1, "name": …, "observes": […], "batch": {…}}}`, of
  ///   which only the version is required.
  /// - Returns: What the stack takes.
  /// - Throws: What is wrong with it.
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
      case ("name", _): throw DocumentError("'name' in the greeting must be a text")
      case ("observes", _): throw DocumentError("'observes' in the greeting must be a list")
      case ("batch", _): throw DocumentError("'batch' in the greeting must be an object")
      default:
        throw DocumentError(
          "unknown key '\(member.key)' in the greeting",
          suggestion: nearestName(
            to: member.key, among: ["version", "name", "observes", "batch"]))
      }
    }
    return capabilities
  }

  private static func observationKind(_ value: JSONValue) throws(DocumentError) -> String {
    guard case .string(let kind) = value, observationKinds.contains(kind) else {
      throw DocumentError(
        "nothing called \(value.text(pretty: false)) is observed",
        suggestion: nearestName(
          to: value.text(pretty: false).trimmingQuotes, among: observationKinds))
    }
    return kind
  }

  private static func batch(_ limits: JSONObject) throws(DocumentError) -> Batch {
    var batch = Batch()
    let most = Batch.limits
    for member in limits.members {
      switch member.key {
      case "messages":
        guard case .int(let count) = member.value, (1...Int64(most.messages)).contains(count) else {
          throw DocumentError("'messages' of a batch must be from 1 to \(most.messages)")
        }
        batch.messages = Int(count)
      case "span_s":
        var seconds = -1.0
        if case .int(let value) = member.value { seconds = Double(value) }
        if case .number(let value) = member.value { seconds = value }
        guard (0...most.span.seconds).contains(seconds) else {
          throw DocumentError("'span_s' of a batch must be from 0 to \(Int(most.span.seconds))")
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
  /// - Parameters:
  ///   - time: The time of its last message, or when it was full.
  ///   - bytes: The batch.
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
