public import Kernel
import Observations
public import Truth

/// Which part of a run is judged: what doesn't fit is left out, and so is what isn't known to fit.
///
/// Values that belong to a moment (a location, a second, a change) are filtered by the truth at that
/// moment, and so are counts of steps. What a device has only as a whole, such as its energy, passes
/// where nothing but the device is asked for.
public struct ScoreFilter: Hashable, Sendable {
  /// The true floor.
  public var floor: Int?
  /// What the bearer truly does.
  public var activity: TrueActivity?
  /// The device's name; `*` stands for any letters, `?` for one.
  public var device: String?
  /// The first moment.
  public var from: SimTime?
  /// The end; it doesn't belong to it.
  public var until: SimTime?
  /// One expectation of a scenario, by its name: only whether that was met is judged.
  public var expectation: String?

  /// Creates a filter that lets everything through.
  public init() {}

  /// Whether a moment matters, and not only the device.
  public var concernsMoments: Bool {
    floor != nil || activity != nil || from != nil || until != nil || expectation != nil
  }

  /// Whether a device of this name is judged.
  public func contains(device name: String) -> Bool {
    device.map { Self.matches(Array(name.utf8)[...], Array($0.utf8)[...]) } ?? true
  }

  /// Whether a moment is judged; one of unknown truth isn't where truth is asked for.
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

  /// Whether letters match a pattern; goes back to the last `*` where they don't, so that it takes
  /// no more than the product of the lengths.
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
