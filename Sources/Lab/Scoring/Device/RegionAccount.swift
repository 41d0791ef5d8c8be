import Kernel
import Observations
import Truth

/// What was told of regions, and how it fits with the true crossings.
struct RegionAccount: Sendable {
  /// A crossing told.
  struct Told: Sendable {
    var time: SimTime
    var region: String
    var isInside: Bool
    /// Whether it counts for a true crossing.
    var isMatched = false
  }

  /// A true crossing.
  struct Crossing: Sendable {
    var time: SimTime
    var region: String
    var isInside: Bool
    var toldTime: SimTime?
    /// When the region is crossed again.
    var nextTime: SimTime
  }

  private(set) var told: [Told] = []
  /// The regions of which anything was told, in the order of first mention.
  private(set) var mentioned: [String] = []

  mutating func tell(_ event: RegionEvent, at time: SimTime) {
    if !mentioned.contains(event.identifier) { mentioned.append(event.identifier) }
    switch event.kind {
    case .entered, .exited:
      told.append(
        Told(time: time, region: event.identifier, isInside: event.kind == .entered))
    case .stateInside, .stateOutside, .stateUnknown, .monitoringStarted, .monitoringFailed: break
    }
  }

  /// The true crossings of watched regions, each with when it was told; marks what counts for one.
  mutating func match(_ changes: [TrueChange], watched: [String], end: SimTime) -> [Crossing] {
    var crossings: [Crossing] = []
    for change in changes where change.kind == .region {
      guard let (name, isInside) = Self.crossing(change.to) else { continue }
      crossings.append(
        Crossing(time: change.time, region: name, isInside: isInside, nextTime: end))
    }
    crossings = crossings.filter { watched.contains($0.region) }
    var next: [String: SimTime] = [:]
    for index in crossings.indices.reversed() {
      crossings[index].nextTime = next[crossings[index].region] ?? end
      next[crossings[index].region] = crossings[index].time
    }
    // Both are in the order of time, so each crossing takes up where the last of its region ended.
    var places: [String: [Int]] = [:]
    for (place, event) in told.enumerated() { places[event.region, default: []].append(place) }
    var reached: [String: Int] = [:]
    for index in crossings.indices {
      let crossing = crossings[index]
      let own = places[crossing.region] ?? []
      var place = reached[crossing.region] ?? 0
      while place < own.count, told[own[place]].time < crossing.nextTime {
        let event = told[own[place]]
        if event.time >= crossing.time, event.isInside == crossing.isInside {
          told[own[place]].isMatched = true
          crossings[index].toldTime = event.time
          place += 1
          break
        }
        place += 1
      }
      reached[crossing.region] = place
    }
    return crossings
  }

  /// How many untrue crossings only undo one, with no true crossing of the region between.
  func flapCount(_ crossings: [Crossing]) -> Int {
    var count = 0
    var latest: [String: Told] = [:]
    var times: [String: [SimTime]] = [:]
    for crossing in crossings { times[crossing.region, default: []].append(crossing.time) }
    for event in told {
      if event.isMatched {
        latest[event.region] = nil
      } else if let before = latest[event.region], before.isInside != event.isInside,
        !(times[event.region] ?? []).contains(where: { $0 > before.time && $0 <= event.time })
      {
        count += 1
        latest[event.region] = nil
      } else {
        latest[event.region] = event
      }
    }
    return count
  }

  /// Reads `in NAME` and `out NAME`.
  private static func crossing(_ text: String) -> (name: String, isInside: Bool)? {
    if text.hasPrefix("in ") { return (String(text.dropFirst(3)), true) }
    if text.hasPrefix("out ") { return (String(text.dropFirst(4)), false) }
    return nil
  }
}
