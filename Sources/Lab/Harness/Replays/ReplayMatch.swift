import Devices
import Observations
import Scoring
import Truth

/// Statistics of a replay: observations delivered, scans requested, and locations scored.
public struct ReplayMatch: Hashable, Sendable {
  /// Observations of one kind; a batch of motion data counts as one.
  public struct KindCount: Hashable, Sendable {
    /// The name of the kind.
    public var name: String
    /// The number that reached the stack.
    public var delivered: Int
    /// The number withheld, because the sensor was off or no scan was requested.
    public var withheld: Int
  }

  /// The kinds in the recording, in a fixed order.
  public var kinds: [KindCount] = []
  /// Scans delivered although the stack requested them earlier or later than recorded.
  public var scansAskedElsewhen = 0
  /// Scans still pending at the end: none or one.
  public var scansMissing = 0
  /// The number of reported locations.
  public var locations = 0
  /// The number of locations that can be scored: with a known true position or route.
  public var locationsMatched = 0

  public init() {}

  init(_ pass: DevicePass, _ score: DeviceScore, route: TrueRoute?) {
    let counts = pass.replay
    kinds = ReplayCounts.ObservationKind.allCases.compactMap { kind in
      let count = counts[kind]
      guard count.delivered + count.unwanted > 0 else { return nil }
      return KindCount(name: kind.rawValue, delivered: count.delivered, withheld: count.unwanted)
    }
    scansAskedElsewhen = counts.scansAskedElsewhen
    scansMissing = counts.scansMissing
    locations = pass.outputs.reduce(0) { sum, output in
      switch output.item {
      case .location: sum + 1
      case .locations(let fixes): sum + fixes.count
      default: sum
      }
    }
    locationsMatched =
      route == nil ? score.fixes.count { !$0.horizontalErrorMetres.isNaN } : locations
  }

  /// The number of all delivered observations.
  public var delivered: Int { kinds.reduce(0) { $0 + $1.delivered } }
  /// The number of all withheld observations.
  public var withheld: Int { kinds.reduce(0) { $0 + $1.withheld } }
}
