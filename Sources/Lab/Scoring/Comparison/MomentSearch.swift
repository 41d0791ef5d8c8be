import Kernel

/// Search for the moments with the largest effect on a figure.
struct MomentSearch {
  /// The base run's details; nil if not kept: then the new run's worst moments are returned.
  let base: RunDetails?
  let new: RunDetails
  let scenario: String
  /// The word for a seed: `seed` or `recording`.
  var unit = "seed"

  /// The maximum number of moments per figure.
  private let count = 2
  /// The minimum time between two moments of a device: one bad minute is one moment.
  private let gap = SimDuration.seconds(60)

  private struct CandidateMoment {
    var key: RunDetails.Key
    var time: SimTime?
    var place: String
    var size: Double
    var text: String
  }

  /// Returns the moments of a figure under a seed, the largest first.
  func moments(of figure: GatedFigure, seed: UInt64, device: String) -> [Moment] {
    let keys = new.keys.filter { key in
      key.seed == seed && (device == "all" || key.device == device)
        && figure.filter?.contains(device: key.device) != false
    }
    let candidates = keys.flatMap { key in self.candidates(figure, key) }
      .filter { $0.size > 0 }
    // The order of devices and times breaks ties.
    let order = candidates.indices.sorted {
      (-candidates[$0].size, $0) < (-candidates[$1].size, $1)
    }
    var chosen: [CandidateMoment] = []
    for index in order where chosen.count < count {
      let next = candidates[index]
      let isNear = chosen.contains { other in
        guard other.key == next.key, let one = other.time, let two = next.time else { return false }
        return one - two < gap && two - one < gap
      }
      if !isNear { chosen.append(next) }
    }
    if chosen.isEmpty {
      // A figure of a whole run, such as its steps, has no moment; only its devices can be named.
      chosen = keys.prefix(count).map {
        CandidateMoment(
          key: $0, time: nil, place: "", size: 0, text: "largest change of all \(unit)s")
      }
    }
    return chosen.map {
      Moment(
        scenario: scenario, figure: figure, seed: seed, device: $0.key.device, time: $0.time,
        place: $0.place, text: $0.text)
    }
  }

  private func candidates(
    _ figure: GatedFigure, _ key: RunDetails.Key
  ) -> [CandidateMoment] {
    switch figure.metric.name.split(separator: ".").first ?? "" {
    case "vertical_error":
      return fixes(key, figure, "height", { abs($0.verticalError) })
    case "within_accuracy", "nees":
      return fixes(key, figure, "error beyond the reported accuracy", { $0.error - $0.accuracy })
    case "floor":
      return fixes(
        key, figure, "floor", { $0.floor == $0.trueFloor ? 0 : 1 },
        text: { fix in "floor reported \(floorName(fix.floor)), truly \(floorName(fix.trueFloor))" }
      )
    case "availability", "ttff": return gaps(key)
    case "activity": return changes(key) { $0 == "activity" || $0 == "doing" }
    case "region", "visit": return changes(key) { $0 == "region" || $0 == "visit" }
    case "pause": return changes(key) { $0 == "pause" || $0 == "activity" }
    case "energy", "power", "battery": return parts(key)
    case "steps", "distance": return []
    default: return fixes(key, figure, "error", \.error)
    }
  }

  /// Locations by their worsening against the base run's latest location, or by their error without
  /// one.
  private func fixes(
    _ key: RunDetails.Key, _ figure: GatedFigure, _ what: String,
    _ size: (RunDetails.ScoredFix) -> Double,
    text: ((RunDetails.ScoredFix) -> String)? = nil
  ) -> [CandidateMoment] {
    let old = base?.fixes[key]
    var next = 0
    var latest: RunDetails.ScoredFix?
    return (new.fixes[key] ?? []).compactMap { fix in
      while let old, next < old.count, old[next].time <= fix.time {
        latest = old[next]
        next += 1
      }
      guard figure.covers(fix) else { return nil }
      let now = size(fix)
      // Without a base location, the error itself counts.
      let before = latest.map(size) ?? 0
      guard now.isFinite, before.isFinite else { return nil }
      var words = text?(fix) ?? "\(what) \(rounded(now)) m"
      if let latest {
        words += text == nil ? ", was \(rounded(before)) m" : ", was \(floorName(latest.floor))"
      }
      return CandidateMoment(
        key: key, time: fix.time, place: floorName(fix.trueFloor), size: now - before, text: words)
    }
  }

  /// Gaps without a location, weighted by the base run's locations in them.
  private func gaps(_ key: RunDetails.Key) -> [CandidateMoment] {
    let old = base?.fixes[key]?.map(\.time) ?? []
    var last = SimTime.start
    var place = ""
    var ends = (new.fixes[key] ?? []).map { ($0.time, floorName($0.trueFloor)) }
    // A device without further locations has no end of its gap; the base run's last location ends
    // it.
    if let end = old.last, end > ends.last?.0 ?? last { ends.append((end, "")) }
    return ends.map { end, floor in
      defer { (last, place) = (end, floor) }
      let silence = (end - last).seconds
      let reported = old.filter { $0 > last && $0 <= end }.count
      let share = base == nil ? 1 : Double(reported) / max(1, silence)
      return CandidateMoment(
        key: key, time: last, place: place, size: silence > 5 ? silence * min(1, share) : 0,
        text: "no location for \(rounded(silence)) s"
          + (base == nil ? "" : ", where there were \(reported)"))
    }
  }

  /// Changes by the additional latency against the base run, or by their latency without one.
  private func changes(_ key: RunDetails.Key, _ isMeant: (String) -> Bool) -> [CandidateMoment] {
    let old = base?.changes[key]
    // A change without a report counts as an hour late, for the order only.
    let never = 3600.0
    return (new.changes[key] ?? []).compactMap { change in
      guard isMeant(change.kind) else { return nil }
      let before = old?.first { $0.time == change.time && $0.kind == change.kind }
      let now = change.latency ?? never
      let then = before.map { $0.latency ?? never } ?? 0
      func words(_ latency: Double?) -> String {
        latency.map { "reported after \(rounded($0)) s" } ?? "never reported"
      }
      return CandidateMoment(
        key: key, time: change.time, place: "", size: now - then,
        text: "\(change.kind) \(change.text) \(words(change.latency))"
          + (before.map { ", was \(words($0.latency))" } ?? ""))
    }
  }

  /// Components by their additional energy against the base run, or by their energy without one.
  private func parts(_ key: RunDetails.Key) -> [CandidateMoment] {
    let old = base?.power[key]
    return (new.power[key] ?? []).map { part in
      let before = old?.first { $0.part == part.part }?.millijoules ?? 0
      return CandidateMoment(
        key: key, time: nil, place: "", size: part.millijoules - before,
        text: "\(part.part) \(rounded(part.millijoules / 1000)) J"
          + (old == nil ? "" : ", was \(rounded(before / 1000)) J"))
    }
  }

  private func floorName(_ floor: Int?) -> String { floor.map { "floor \($0)" } ?? "outdoors" }

  private func rounded(_ value: Double) -> String {
    let tenths = (abs(value) * 10).rounded()
    guard tenths < 1e15 else { return "\(value)" }
    return "\(value < 0 && tenths > 0 ? "-" : "")\(Int(tenths) / 10).\(Int(tenths) % 10)"
  }
}

extension Comparison {
  /// The seeds whose details are needed to find the moments, for worsened figures first.
  public var outstandingSeeds: [UInt64] {
    notable.compactMap(\.outstandingSeed).reduce(into: []) { seeds, seed in
      if !seeds.contains(seed) { seeds.append(seed) }
    }
  }

  /// The rows to explain: primary ones that are worse first, then those undecided and better, then
  /// secondary ones that are worse.
  private var notable: [FigureComparison] {
    primary(.worse) + primary(.undecided) + primary(.better)
      + secondary.filter { $0.verdict == .worse }
  }

  /// Finds the moments with the largest effects on the notable figures.
  ///
  /// - Parameters:
  ///   - base: The details of the base run; nil if not kept.
  ///   - new: The details of the new run.
  public mutating func nameMoments(base: RunDetails?, new: RunDetails) {
    let search = MomentSearch(base: base, new: new, scenario: scenario, unit: unit)
    let reversed = MomentSearch(
      base: new, new: base ?? RunDetails(), scenario: scenario, unit: unit)
    moments = notable.flatMap { row -> [Moment] in
      guard let seed = row.outstandingSeed else { return [] }
      // Improvements are shown at the base run's bad moments, if these are known.
      if row.verdict == .better {
        return reversed.moments(of: row.figure, seed: seed, device: row.device).map { moment in
          var moment = moment
          moment.text = "better: it was " + moment.text.replacingWas()
          return moment
        }
      }
      return search.moments(of: row.figure, seed: seed, device: row.device)
    }
    for index in moments.indices { moments[index].isOfRecording = !recordings.isEmpty }
  }
}

extension GatedFigure {
  /// True if a location counts in the figure.
  fileprivate func covers(_ fix: RunDetails.ScoredFix) -> Bool {
    if metric.name.hasPrefix("indoor."), fix.trueFloor == nil { return false }
    guard let filter else { return true }
    if let floor = filter.floor, fix.trueFloor != floor { return false }
    if let activity = filter.activity, fix.activity != activity { return false }
    if let from = filter.from, fix.time < from { return false }
    if let until = filter.until, fix.time >= until { return false }
    return filter.expectation == nil
  }
}

extension String {
  /// Returns a copy in which `was` for the other side becomes `is`.
  fileprivate func replacingWas() -> String {
    guard let range = ranges(of: ", was ").last else { return self }
    return String(self[..<range.lowerBound]) + ", is " + String(self[range.upperBound...])
  }
}
