package import Kernel
package import Maps
package import Observations
package import Positioning

/// Starts and stops the indoor data source as apps ask for it.
///
/// It waits for the phone to know whether there is a network. Whether it starts or not, positioning
/// outdoors goes on.
package struct IndoorSourceKeeper: Sendable {
  private let constants: ServiceConstants.Indoor
  private let map: VenueMap
  private var source: IndoorDataSource?
  private var isOnline: Bool?
  private var asked: SimTime?
  private var hasFailed = false

  /// Creates a keeper.
  ///
  /// - Parameters:
  ///   - settings: Where the source's file is; nil if the stack knows its map as it is.
  ///   - map: The place that the phone knows.
  ///   - constants: How long it waits for a network.
  package init(
    _ settings: IndoorSourceSettings?, map: VenueMap, _ constants: ServiceConstants.Indoor
  ) {
    self.constants = constants
    self.map = map
    source = settings.map { IndoorDataSource($0, pathways: PathwaySnapper(map)) }
  }

  /// Takes how the network is reached.
  mutating func receive(_ network: NetworkReachability) {
    isOnline = network.route != .none
  }

  /// Goes on.
  ///
  /// - Parameters:
  ///   - isWanted: Whether an app has started the source and not stopped it.
  ///   - findsIndoors: Whether the phone can be found indoors without a source.
  ///   - time: Now.
  ///   - use: Takes the radio map that is in use from now on; nil for none.
  /// - Returns: What is to be told to those that wait for it; nil while there is nothing new.
  package mutating func follow(
    isWanted: Bool, findsIndoors: Bool, at time: SimTime, use: (RadioMap?) -> Void
  ) -> DataSourceStatus? {
    guard isWanted else {
      (asked, hasFailed) = (nil, false)
      guard source?.status == .started else { return nil }
      source?.stop()
      _ = source?.takeEvents()
      use(nil)
      return nil
    }
    if source == nil { return findsIndoors ? .started : .failedToStart }
    if source?.status == .started { return .started }
    // It isn't tried again before it has been given up.
    if hasFailed { return .failedToStart }
    let since = asked ?? time
    asked = since
    guard isOnline != nil || time - since >= constants.patience else { return nil }
    source?.start(isOnline: isOnline ?? false, at: map)
    _ = source?.takeEvents()
    if let radioMap = source?.radioMap { use(radioMap) }
    hasFailed = source?.status != .started
    return hasFailed ? .failedToStart : .started
  }

  /// A location as apps see it: drawn to the pathways, if that is wished for.
  func shown(_ fix: LocationFix) -> LocationFix {
    source.map { $0.location(fix, in: map).shown } ?? fix
  }
}
