/// A response of the network to ``RadioRequest/fetch(_:)``.
public struct Download: Hashable, Sendable {
  /// The requested resource.
  public var resource: String
  /// The received bytes; all of them if ``isComplete``.
  public var bytes: [UInt8]
  /// True if the response is complete; false without a network, after an abort, or for an unknown resource.
  public var isComplete: Bool

  /// Creates a response.
  public init(resource: String, bytes: [UInt8], isComplete: Bool) {
    self.resource = resource
    self.bytes = bytes
    self.isComplete = isComplete
  }
}
