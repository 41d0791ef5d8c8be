package import Kernel
package import Maps
package import Observations
package import Positioning

/// Controller of the indoor data source on behalf of the apps.
///
/// It waits for the network state. Outdoor positioning continues, even if the source fails.
package struct IndoorSourceController: Sendable {
  private let constants: ServiceConstants.Indoor
  private let map: VenueMap
  private var source: IndoorDataSource?
  private var isOnline: Bool?
  private var asked: SimTime?
  private var hasFailed = false

  /// Creates a controller; without settings the map already has its radio map.
  package init(
    _ settings: IndoorSourceSettings?, map: VenueMap, _ constants: ServiceConstants.Indoor
  ) {
    self.constants = constants
    self.map = map
    source = settings.map { IndoorDataSource($0, pathways: PathwaySnapper(map)) }
  }

  /// Updates the network state.
  mutating func receive(_ network: NetworkReachability) {
    isOnline = network.route != .none
  }

  /// Updates the source to the apps' demand.
  ///
  /// - Parameters:
  ///   - isWanted: True while an app has started the source.
  ///   - findsIndoors: True if indoor positioning works without a source.
  ///   - time: Present time.
  ///   - use: Receives the radio map to use from now on; nil for none.
  /// - Returns: Status for the waiting apps; nil while it is pending.
  package mutating func follow(
    isWanted: Bool, findsIndoors: Bool, at time: SimTime, use: (RadioMap?) -> Void
  ) -> DataSourceStatus? {
    guard isWanted else {
      (asked, hasFailed) = (nil, false)
      guard source?.status == .started else { return nil }
      source?.stop()
      _ = source?.drainEvents()
      use(nil)
      return nil
    }
    if source == nil { return findsIndoors ? .started : .failedToStart }
    if source?.status == .started { return .started }
    // A failed source is retried only after the demand has ended.
    if hasFailed { return .failedToStart }
    let since = asked ?? time
    asked = since
    guard isOnline != nil || time - since >= constants.timeout else { return nil }
    source?.start(isOnline: isOnline ?? false, at: map)
    _ = source?.drainEvents()
    if let radioMap = source?.radioMap { use(radioMap) }
    hasFailed = source?.status != .started
    return hasFailed ? .failedToStart : .started
  }

  /// Returns a location as delivered to apps: snapped to the pathways, if configured.
  func shown(_ fix: LocationFix) -> LocationFix {
    source.map { $0.location(fix, in: map).shown } ?? fix
  }
}
