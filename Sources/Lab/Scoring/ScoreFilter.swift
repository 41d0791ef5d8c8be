public import Kernel
import Observations
public import Truth

/// Filter of the part of a run that is scored; moments without the needed truth are excluded.
///
/// Values of a moment (a location, a second, a change) and step counts are filtered by the truth at
/// that moment. Values of a device's whole run, such as its energy, pass only filters without
/// conditions on moments.
public struct ScoreFilter: Hashable, Sendable {
  public var floor: Int?
  /// The true activity of the carrier.
  public var activity: TrueActivity?
  /// The device's name; `*` stands for any characters, `?` for one.
  public var device: String?
  /// The first moment.
  public var from: SimTime?
  /// The end, exclusive.
  public var until: SimTime?
  /// The name of an expectation; then only its result is scored.
  public var expectation: String?

  /// Creates a filter without conditions.
  public init() {}

  /// True if there are conditions beside the device.
  public var concernsMoments: Bool {
    floor != nil || activity != nil || from != nil || until != nil || expectation != nil
  }

  /// True if a device of this name passes.
  public func contains(device name: String) -> Bool {
    device.map { Self.matches(Array(name.utf8)[...], Array($0.utf8)[...]) } ?? true
  }

  /// True if a moment passes; unknown truth fails a condition on the truth.
  public func contains(_ time: SimTime, _ truth: TruthSample?) -> Bool {
    if expectation != nil { return false }
    if let from, time < from { return false }
    if let until, time >= until { return false }
    if let floor {
      guard let truth, truth.known.contains(.floor), truth.floor == floor else { return false }
    }
    if let activity {
      guard let truth, truth.known.contains(.activity), truth.activity == activity else {
        return false
      }
    }
    return true
  }

  /// Glob matching that backtracks to the last `*`, so that its cost is at most the product of the
  /// lengths.
  private static func matches(_ text: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
    var (place, wanted) = (text.startIndex, pattern.startIndex)
    var star: (pattern: Int, text: Int)?
    while place < text.endIndex {
      if wanted < pattern.endIndex, pattern[wanted] == UInt8(ascii: "*") {
        star = (wanted, place)
        wanted += 1
      } else if wanted < pattern.endIndex,
        pattern[wanted] == text[place] || pattern[wanted] == UInt8(ascii: "?")
      {
        wanted += 1
        place += 1
      } else if let last = star {
        star = (last.pattern, last.text + 1)
        (wanted, place) = (last.pattern + 1, last.text + 1)
      } else {
        return false
      }
    }
    return pattern[wanted...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
