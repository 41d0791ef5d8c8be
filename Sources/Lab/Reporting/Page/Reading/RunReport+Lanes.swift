import Documents

extension RunReport {
  /// Reads the step functions: truth, reports, and component states.
  mutating func readLanes() throws(DocumentError) {
    var places: [TrackKey: Int] = [:]
    for (index, track) in tracks.enumerated() { places[track.key] = index }
    try readTransitions(places)
    try readEvents(places)
    try readStates(places)
    try readClouds(places)
  }

  /// Converts a time in s to the page's hundredths.
  private func hundredths(_ seconds: Double) -> Int {
    Int((min(max(seconds.isNaN ? 0 : seconds, 0), 5e6) * 100).rounded())
  }

  // MARK: - Truth

  private mutating func readTransitions(_ places: [TrackKey: Int]) throws(DocumentError) {
    let columns = ["kind", "from", "to", "true_s", "told_s", "latency_s"]
    guard var table = try open("transitions.csv", TrackKey.columns + columns) else { return }
    var place: Int?
    var key: TrackKey?
    var regions = RegionSteps()
    /// Unreported changes by kind; they count only if other changes of the kind were reported.
    var untold: [WorstMoments.Incident] = []
    var reported: Set<String> = []
    while try table.next() {
      let next = TrackKey(table)
      if next != key {
        addRegions(&regions, place, "true")
        key = next
        place = places[next]
      }
      let (kind, from, to) = (table.text(3), table.text(4), table.text(5))
      let seconds = try table.number(6)
      if kind == "activity" {
        let latency = table.isEmpty(7) ? nil : try table.number(8)
        addLatency(latency, to: to, scenario: next.scenario)
      }
      let detail = "\(kind): \(from.isEmpty ? "none" : from) to \(to.isEmpty ? "none" : to)"
      if table.isEmpty(7) {
        if untold.count < 5000 {
          untold.append(
            WorstMoments.Incident(kind: .missed, key: next, time: seconds, value: 0, detail: detail)
          )
        }
      } else {
        reported.insert(kind)
        worst.add(
          WorstMoments.Incident(
            kind: .late, key: next, time: seconds, value: try table.number(8), detail: detail))
      }
      guard let place else { continue }
      let time = hundredths(seconds)
      switch kind {
      case "region": regions.add(to, from: from, at: time)
      case "pause", "activity":
        if !tracks[place].lanes.contains(where: { $0.name == kind && $0.side == "true" }) {
          tracks[place].add(words.number(of: from), at: 0, lane: kind, "true")
        }
        tracks[place].add(words.number(of: to), at: time, lane: kind, "true")
      default: break
      }
    }
    addRegions(&regions, place, "true")
    for moment in untold {
      let kind = moment.detail.prefix { $0 != ":" }
      if reported.contains(String(kind)) { worst.add(moment) }
    }
  }

  private mutating func addRegions(_ regions: inout RegionSteps, _ place: Int?, _ side: String) {
    if let place {
      for (time, text) in regions.steps() {
        tracks[place].add(words.number(of: text), at: time, lane: "regions", side)
      }
    }
    regions = RegionSteps()
  }

  // MARK: - Events of apps

  private mutating func readEvents(_ places: [TrackKey: Int]) throws(DocumentError) {
    let columns = ["time_s", "event", "detail"]
    guard var table = try open("events.csv", TrackKey.columns + columns) else { return }
    var place: Int?
    var key: TrackKey?
    var regions = RegionSteps()
    while try table.next() {
      let next = TrackKey(table)
      if next != key {
        addRegions(&regions, place, "told")
        key = next
        place = places[next]
      }
      guard let place else { continue }
      let kind = table.text(4)
      // Locations have their own table, and steps aren't a state.
      if kind == "location" || kind == "locations" || kind == "pedometer" { continue }
      let time = hundredths(try table.number(3))
      let detail = table.text(5)
      if kind == "region" {
        regions.add(reported: detail, at: time)
        continue
      }
      let (lane, word, isMoment) = Self.lane(of: kind, detail)
      tracks[place].add(
        words.number(of: word), at: time, lane: lane, "told", isOfMoments: isMoment)
    }
    addRegions(&regions, place, "told")
  }

  /// Returns the lane of an event, and its word there.
  private static func lane(
    of kind: String, _ detail: String
  ) -> (lane: String, word: String, isMoment: Bool) {
    switch kind {
    case "activity":
      let flags = detail.split(separator: " confidence ", maxSplits: 1).first ?? ""
      return ("activity", String(flags), false)
    case "pause": return ("pause", detail == "resumed" ? "" : detail, false)
    case "data_source": return ("indoor source", detail == "stopped" ? "" : detail, false)
    case "ranging":
      let nearest = detail.prefix { $0 != ";" }
      return ("nearest beacon", String(nearest), false)
    default: return ("messages", detail.isEmpty ? kind : "\(kind): \(detail)", true)
    }
  }

  // MARK: - States of the phone's components

  private mutating func readStates(_ places: [TrackKey: Int]) throws(DocumentError) {
    let columns = ["time_s", "component", "state", "power_mw"]
    guard var table = try open("states.csv", TrackKey.columns + columns) else { return }
    var place: Int?
    var key: TrackKey?
    var draw = PowerSteps()
    while try table.next() {
      let next = TrackKey(table)
      if next != key {
        if let place { tracks[place].power = draw.columns() }
        draw = PowerSteps()
        key = next
        place = places[next]
      }
      let (time, power) = (hundredths(try table.number(3)), try table.number(6))
      guard let place else { continue }
      let (component, state) = (table.text(4), table.text(5))
      if !power.isNaN { draw.set(component, power, at: time) }
      tracks[place].add(
        words.number(of: state == "off" ? "" : state), at: time, lane: component,
        power.isNaN ? "moments" : "device", isOfMoments: power.isNaN)
    }
    if let place { tracks[place].power = draw.columns() }
  }
}

/// The set of regions that contain a device, as a step function.
private struct RegionSteps {
  private var changes: [(time: Int, region: String, isInside: Bool)] = []
  private var atStart: [String: Bool] = [:]

  /// Adds a true change: `in NAME` or `out NAME`.
  mutating func add(_ to: String, from: String, at time: Int) {
    func parts(_ text: String) -> (isInside: Bool, name: String) {
      let isInside = text.hasPrefix("in ")
      return (isInside, String(text.dropFirst(isInside ? 3 : text.hasPrefix("out ") ? 4 : 0)))
    }
    let now = parts(to)
    if atStart[now.name] == nil { atStart[now.name] = parts(from).isInside }
    changes.append((time, now.name, now.isInside))
  }

  /// Adds a message to an app: `entered NAME`, `stateOutside NAME`.
  mutating func add(reported detail: String, at time: Int) {
    guard let blank = detail.firstIndex(of: " ") else { return }
    let name = String(detail[blank...].dropFirst())
    switch detail[..<blank] {
    case "entered", "stateInside": changes.append((time, name, true))
    case "exited", "stateOutside": changes.append((time, name, false))
    default: break
    }
  }

  func steps() -> [(time: Int, text: String)] {
    guard !changes.isEmpty else { return [] }
    var inside = Set(atStart.filter(\.value).keys)
    var steps = [(0, inside.sorted().joined(separator: " + "))]
    for change in changes {
      if change.isInside { inside.insert(change.region) } else { inside.remove(change.region) }
      steps.append((change.time, inside.sorted().joined(separator: " + ")))
    }
    return steps
  }
}

/// The total power of a device's components, as a step function.
private struct PowerSteps {
  private var parts: [(name: String, milliwatts: Double)] = []
  private var steps: [(time: Int, milliwatts: Double)] = []

  mutating func set(_ part: String, _ milliwatts: Double, at time: Int) {
    if let index = parts.firstIndex(where: { $0.name == part }) {
      parts[index].milliwatts = milliwatts
    } else {
      parts.append((part, milliwatts))
    }
    let total = parts.reduce(0) { $0 + $1.milliwatts }
    if steps.last?.time == time { steps.removeLast() }
    steps.append((time, total))
    guard steps.count >= 2 * ReportTrack.maxPoints else { return }
    steps = stride(from: 0, to: steps.count, by: 2).map { steps[$0] }
  }

  func columns() -> [DeltaText] {
    var columns = [DeltaText(), DeltaText()]
    for step in steps {
      columns[0].add(step.time)
      columns[1].add(step.milliwatts, times: 10)
    }
    return columns
  }
}
