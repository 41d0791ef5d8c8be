import Devices
import Observations
import Scoring
import Truth

/// How a recording, a stack and the truth came together in a replay.
public struct ReplayMatch: Hashable, Sendable {
  /// Observations of one kind, a batch of motion being one.
  public struct Kind: Hashable, Sendable {
    /// The kind, as ``ReplayMatch/kinds`` is sorted.
    public var name: String
    /// How many reached the stack.
    public var delivered: Int
    /// How many did not, because the stack had that sensor off or had not asked for a scan.
    public var withheld: Int
  }

  /// The kinds that the recording holds, in a fixed order.
  public var kinds: [Kind] = []
  /// Scans that reached a stack which had asked for them earlier or later than the recorded one.
  public var scansAskedElsewhen = 0
  /// Scans that the stack was still waiting for at the end: none or one.
  public var scansMissing = 0
  /// How many locations the stack told.
  public var locations = 0
  /// How many of these could be judged: the true place, or the true route, is known.
  public var locationsMatched = 0

  /// Creates counts of nothing.
  public init() {}

  init(_ pass: DevicePass, _ score: DeviceScore, route: TrueRoute?) {
    let counts = pass.replay
    kinds = ReplayCounts.Kind.allCases.compactMap { kind in
      let count = counts[kind]
      guard count.delivered + count.unwanted > 0 else { return nil }
      return Kind(name: kind.rawValue, delivered: count.delivered, withheld: count.unwanted)
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

  /// All that reached the stack.
  public var delivered: Int { kinds.reduce(0) { $0 + $1.delivered } }
  /// All that did not.
  public var withheld: Int { kinds.reduce(0) { $0 + $1.withheld } }
}
