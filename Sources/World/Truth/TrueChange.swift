public import Kernel

/// A ground-truth change of a device or of its carrier.
public struct TrueChange: Hashable, Sendable {
  /// The quantity that changes.
  public enum Kind: String, CaseIterable, Sendable {
    /// The activity class, as a stack should report it.
    case activity
    /// The finer true activity.
    case doing
    /// The level: its ordinal, or `outdoors`.
    case floor
    /// The room; empty between rooms and outdoors.
    case unit
    /// Entry into or exit from a region: `in NAME`, `out NAME`.
    case region
    /// The phone's placement.
    case placement
    /// The phone's power source.
    case link
    /// The vehicle's index; empty on foot.
    case vehicle
    /// Pause of a device's timer: `paused` or `resumed`.
    case pause
  }

  public var time: SimTime
  public var kind: Kind
  /// The value before.
  public var from: String
  /// The value from then on.
  public var to: String

  public init(time: SimTime, kind: Kind, from: String, to: String) {
    self.time = time
    self.kind = kind
    self.from = from
    self.to = to
  }

  /// The name of a level: its ordinal, or `outdoors`.
  public static func name(ofFloor floor: Int?) -> String {
    floor.map(String.init) ?? "outdoors"
  }
}

/// The changes between a recording's truth samples; their times are as exact as the samples are dense.
///
/// A change that involves an unknown value is left out.
public func changes(in samples: [TruthSample]) -> [TrueChange] {
  var changes: [TrueChange] = []
  for (before, after) in zip(samples, samples.dropFirst()) {
    let known = before.known.intersection(after.known)
    if before.activity != after.activity, known.contains(.activity) {
      changes.append(
        TrueChange(
          time: after.time, kind: .activity, from: before.activity.rawValue,
          to: after.activity.rawValue))
    }
    if before.floor != after.floor, known.contains(.floor) {
      changes.append(
        TrueChange(
          time: after.time, kind: .floor, from: TrueChange.name(ofFloor: before.floor),
          to: TrueChange.name(ofFloor: after.floor)))
    }
  }
  return changes
}
