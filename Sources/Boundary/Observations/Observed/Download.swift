/// What came over the network, in answer to ``RadioRequest/fetch(_:)``.
public struct Download: Hashable, Sendable {
  /// What had been asked for.
  public var resource: String
  /// What came; all of it if ``isComplete``.
  public var bytes: [UInt8]
  /// Whether the answer is whole; else there was no network, it broke off, or nobody knew.
  public var isComplete: Bool

  /// Creates an answer.
  public init(resource: String, bytes: [UInt8], isComplete: Bool) {
    self.resource = resource
    self.bytes = bytes
    self.isComplete = isComplete
  }
}
