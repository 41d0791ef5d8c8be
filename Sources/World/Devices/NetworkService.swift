import Observations

/// A network service for stacks, such as a map of access points.
///
/// All devices of a run send requests in any order: the answer may depend on the request alone.
public protocol NetworkService: Sendable {
  /// The answer to a request for a resource, such as `wifi/tile/5312/2144`; nil if there is none.
  func answer(to resource: String) -> [UInt8]?
}

/// Counts of network requests and of their answers.
public struct DownloadCounts: Hashable, Sendable {
  /// The numbers of requests, and of those without a complete answer.
  public var asked = 0
  public var failed = 0
  /// Bytes over the modem, and over other routes.
  public var cellularBytes = 0
  public var otherBytes = 0

  /// Creates counts of zero.
  public init() {}

  mutating func note(_ download: Download, over route: NetworkReachability.ConnectionType) {
    if !download.isComplete { failed += 1 }
    if route == .cellular {
      cellularBytes += download.bytes.count
    } else {
      otherBytes += download.bytes.count
    }
  }
}
