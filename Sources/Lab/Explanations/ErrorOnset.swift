import Harness
public import Kernel
import Observations
import Recordings
import Scoring
import Truth

/// The time since which an error is large, and the changes at its beginning.
public struct ErrorOnset: Hashable, Sendable {
  /// The last report whose error was small; nil if none was.
  public var lastGood: SimTime?
  /// The first report after it.
  public var firstBad: SimTime
  /// The changes between the two, in words.
  public var changes: [String] = []

  /// The time around a change of the truth or of an input, in s, that counts as simultaneous.
  private static let around = SimDuration.seconds(10)
  /// The gap after which an input counts as stopped.
  private static let silence = SimDuration.seconds(30)

  /// Finds the beginning of an error; nil if the last error isn't large.
  ///
  /// An error is small if it is within the reported accuracy, or no larger than `usual`.
  init?(
    _ replays: CounterfactualReplays, truth: (SimTime) -> TruthSample, usual: Double
  ) {
    let locations = replays.baseline.locations
    func isSmall(_ location: Delivered<LocationFix>) -> Bool {
      let actual = truth(location.time)
      guard actual.known.contains(.position),
        let error = GroundOffset(from: actual.coordinate, to: location.item.coordinate)?.distance
      else { return false }
      return error <= max(usual, location.item.horizontalAccuracyMetres)
    }
    let last = locations.lastIndex(where: isSmall)
    guard let bad = last.map({ $0 + 1 }) ?? locations.indices.first, bad < locations.count else {
      return nil
    }
    firstBad = locations[bad].time
    guard let last else { return }
    lastGood = locations[last].time
    changes =
      Self.changes(of: locations[last].item, to: locations[bad].item)
      + Self.changes(truth, from: locations[last].time - Self.around, to: firstBad)
      + stops(replays, from: locations[last].time)
  }

  private static func changes(of old: LocationFix, to new: LocationFix) -> [String] {
    var changes: [String] = []
    if old.source != new.source {
      changes.append("the source changed from \(old.source.rawValue) to \(new.source.rawValue)")
    }
    if old.floor != new.floor {
      changes.append(
        "the report changed from \(floorText(old.floor)) to \(floorText(new.floor))")
    }
    if old.isSurveyed != new.isSurveyed, new.isSurveyed == false {
      changes.append("the signals no longer fitted the survey")
    }
    if max(old.transmitterCount, new.transmitterCount)
      >= 2 * max(1, min(old.transmitterCount, new.transmitterCount)), old.source == new.source
    {
      changes.append(
        "the transmitters used changed from \(old.transmitterCount) to \(new.transmitterCount)")
    }
    return changes
  }

  private static func changes(
    _ truth: (SimTime) -> TruthSample, from start: SimTime, to end: SimTime
  ) -> [String] {
    let (old, new) = (truth(max(start, .start)), truth(end))
    let known = old.known.intersection(new.known)
    var changes: [String] = []
    if known.contains(.floor), old.floor != new.floor {
      changes.append(
        "the truth changed from \(floorText(old.floor)) to \(floorText(new.floor))")
    }
    if known.contains(.activity), old.activity != new.activity {
      changes.append(
        "the true activity changed from \(old.activity.rawValue) to \(new.activity.rawValue)")
    }
    return changes
  }

  /// The inputs that stopped about a time.
  private func stops(_ replays: CounterfactualReplays, from time: SimTime) -> [String] {
    let about = (time - Self.silence)...(firstBad + Self.around)
    return InputKind.allCases.compactMap { kind in
      let times = replays.baseline.arrivals[kind] ?? []
      guard let last = times.last(where: { about.contains($0) }) else { return nil }
      let next = times.first { $0 > last } ?? replays.moment
      guard next - last > Self.silence else { return nil }
      return "\(kind.noun) stopped at \(last.brief)"
    }
  }
}

extension InputKind {
  /// The noun of its observations, in plural.
  var noun: String {
    switch self {
    case .satellites: "satellites"
    case .wifi: "Wi-Fi scans"
    case .beacons: "beacons"
    case .cells: "cell scans"
    case .motion: "accelerations"
    case .magneticField: "magnetic readings"
    case .pressure: "pressure readings"
    }
  }
}

extension SimTime {
  /// The time rounded to a tenth of a second, for output.
  var brief: SimTime {
    SimTime(nanoseconds: (nanoseconds + 50_000_000) / 100_000_000 * 100_000_000)
  }
}

/// A floor in words: `floor 1`, or `outdoors`.
func floorText(_ floor: Int?) -> String { floor.map { "floor \($0)" } ?? "outdoors" }
