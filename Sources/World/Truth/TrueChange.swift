public import Kernel

/// A moment at which something about a device or its person truly changes.
public struct TrueChange: Hashable, Sendable {
  /// What can change.
  public enum Kind: String, CaseIterable, Sendable {
    /// What the person does, as a stack is asked to tell it.
    case activity
    /// The same, finer.
    case doing
    /// The level: its ordinal, or `outdoors`.
    case floor
    /// The room; empty between rooms and outdoors.
    case unit
    /// Whether a region is entered or left: `in NAME`, `out NAME`.
    case region
    /// Where the phone is carried.
    case placement
    /// What the phone hangs on.
    case link
    /// The vehicle's number; empty on foot.
    case vehicle
    /// Whether a device's timer stands: `paused` or `resumed`.
    case pause
  }

  /// When.
  public var time: SimTime
  /// What changes.
  public var kind: Kind
  /// What it was before.
  public var from: String
  /// What it is from then on.
  public var to: String

  /// Creates a change.
  public init(time: SimTime, kind: Kind, from: String, to: String) {
    self.time = time
    self.kind = kind
    self.from = from
    self.to = to
  }

  /// How a level is named: by its ordinal, or `outdoors`.
  public static func name(ofFloor floor: Int?) -> String {
    floor.map(String.init) ?? "outdoors"
  }
}

/// The changes that a recording's samples of truth show, as exact as the samples are dense.
///
/// Where one of two samples doesn't know, nobody can tell when it changed, and nothing is noted.
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
