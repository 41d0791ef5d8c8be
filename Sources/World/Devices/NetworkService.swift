import Observations

/// The services that a stack can ask over the network: maps of access points, for one.
///
/// Asked by all devices of a run, in any order: the answer may depend on nothing but the question.
public protocol NetworkService: Sendable {
  /// The answer to a question.
  ///
  /// - Parameter resource: What is asked for, such as `wifi/tile/5312/2144`.
  /// - Returns: The answer; nil if nobody knows.
  func answer(to resource: String) -> [UInt8]?
}

/// What came over the network.
public struct DownloadAccount: Hashable, Sendable {
  /// How many questions were asked, and how many went without a whole answer.
  public var asked = 0
  public var failed = 0
  /// How many bytes came over the modem, and otherwise.
  public var cellularBytes = 0
  public var otherBytes = 0

  /// Creates an account of nothing.
  public init() {}

  mutating func note(_ download: Download, over route: NetworkReachability.Route) {
    if !download.isComplete { failed += 1 }
    if route == .cellular {
      cellularBytes += download.bytes.count
    } else {
      otherBytes += download.bytes.count
    }
  }
}
