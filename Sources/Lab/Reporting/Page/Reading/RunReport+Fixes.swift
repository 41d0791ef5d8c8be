import Documents

extension RunReport {
  /// Reads the true tracks, the fixes, and the lanes of the devices.
  mutating func readTracks(_ isWanted: @escaping (TrackKey) -> Bool) throws(DocumentError) {
    var planes: [TrackKey: TrackPlane] = [:]
    var chosen = TrackChoice(room: room * 3 / 5, isWanted)
    try readFixes(&chosen, &planes)
    try readWays(&chosen, &planes)
    tracks = chosen.tracks
    leftOut = chosen.dropped.count
    let order = Dictionary(
      scenarios.enumerated().map { ($0.element, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    // Seeds in their order, devices in the tables' order, by a stable sort.
    let places = tracks.enumerated().sorted { left, right in
      let (a, b) = (left.element.key, right.element.key)
      let scenarios = (order[a.scenario] ?? .max, order[b.scenario] ?? .max)
      if scenarios.0 != scenarios.1 { return scenarios.0 < scenarios.1 }
      let seeds = (UInt64(a.seed) ?? .max, UInt64(b.seed) ?? .max)
      return seeds.0 != seeds.1 ? seeds.0 < seeds.1 : left.offset < right.offset
    }
    tracks = places.map(\.element)
    try readLanes()
  }

  private mutating func readFixes(
    _ chosen: inout TrackChoice, _ planes: inout [TrackKey: TrackPlane]
  ) throws(DocumentError) {
    let columns = [
      "told_s", "latitude_deg", "longitude_deg", "true_latitude_deg", "true_longitude_deg",
      "horizontal_error_m", "horizontal_accuracy_m", "floor", "true_floor", "source",
    ]
    guard var table = try open("fixes.csv", TrackKey.columns + columns) else { return }
    var run: FixRun?
    while try table.next() {
      let key = TrackKey(table)
      if run?.key != key {
        finish(&run, &chosen, &planes)
        run = FixRun(
          key, plane: planes[key] ?? TrackPlane(frame(ofScenario: key.scenario)),
          curve: curve(key))
      }
      try run?.add(table, &words, &worst)
      try noteError(table, of: key.scenario)
    }
    finish(&run, &chosen, &planes)
  }

  /// Adds a location's error to the maps by position and time.
  private mutating func noteError(
    _ table: TableStream, of scenario: String
  ) throws(DocumentError) {
    let error = try table.number(8)
    guard !error.isNaN else { return }
    if errorMaps[scenario] == nil { errorMaps[scenario] = ErrorMap(frame(ofScenario: scenario)) }
    errorMaps[scenario]?.add(
      error, latitude: try table.number(6), longitude: try table.number(7),
      floor: try table.integer(11))
    errorTimes[scenario, default: ErrorTimes()].add(error, at: try table.number(3))
  }

  private mutating func finish(
    _ run: inout FixRun?, _ chosen: inout TrackChoice, _ planes: inout [TrackKey: TrackPlane]
  ) {
    guard var ended = run else { return }
    run = nil
    ended.seeker.finish(into: &worst)
    curves[ended.curve].curve.add(ended.errors)
    if planes.count < 4096 { planes[ended.key] = ended.plane }
    chosen.offer(ended.track())
  }

  /// Returns the index of the error curve of a scenario's device.
  private mutating func curve(_ key: TrackKey) -> Int {
    if let last = curves.firstIndex(where: {
      $0.device == key.device && $0.scenario == key.scenario
    }) {
      return last
    }
    _ = scenario(key.scenario)
    curves.append((key.scenario, key.device, ErrorCurve()))
    return curves.count - 1
  }

  private mutating func readWays(
    _ chosen: inout TrackChoice, _ planes: inout [TrackKey: TrackPlane]
  ) throws(DocumentError) {
    let columns = ["time_s", "latitude_deg", "longitude_deg", "floor"]
    guard var table = try open("track.csv", TrackKey.columns + columns) else { return }
    var key: TrackKey?
    var index: Int?
    var plane = TrackPlane(nil)
    var way = TrackPoints()
    func end(_ chosen: inout TrackChoice) {
      if let index { chosen.tracks[index].take(way) }
      way = TrackPoints()
    }
    while try table.next() {
      let next = TrackKey(table)
      if next != key {
        end(&chosen)
        key = next
        _ = scenario(next.scenario)
        index = chosen.index(of: next)
        plane = planes[next] ?? TrackPlane(frame(ofScenario: next.scenario))
      }
      guard index != nil else { continue }
      let time = try table.number(3)
      let (latitude, longitude) = (try table.number(4), try table.number(5))
      way.add(
        time, plane.point(latitude: latitude, longitude: longitude), floor: try table.integer(6))
    }
    end(&chosen)
  }
}

/// Selection of the device runs on a page: all that fit, else those with the largest errors.
struct TrackChoice {
  private let room: Int
  private let isWanted: (TrackKey) -> Bool
  var tracks: [ReportTrack] = []
  private(set) var dropped: Set<TrackKey> = []
  private var firsts: [String: TrackKey] = [:]
  private var byteCount = 0
  /// Maximum number of runs on a page.
  private static let maxTracks = 400

  init(room: Int, _ isWanted: @escaping (TrackKey) -> Bool) {
    self.room = room
    self.isWanted = isWanted
  }

  /// Adds a device's run, and drops those with the smallest errors if the room is exceeded.
  mutating func offer(_ track: ReportTrack) {
    guard isWanted(track.key) else {
      dropped.insert(track.key)
      return
    }
    if firsts[track.key.scenario] == nil { firsts[track.key.scenario] = track.key }
    tracks.append(track)
    byteCount += track.byteCount
    while byteCount > room || tracks.count > Self.maxTracks {
      // The first run of each scenario always stays, as an ordinary example.
      let droppable = tracks.indices.filter { firsts[tracks[$0].key.scenario] != tracks[$0].key }
      guard let tamest = droppable.min(by: { tracks[$0].peak < tracks[$1].peak }) else { return }
      byteCount -= tracks[tamest].byteCount
      dropped.insert(tracks[tamest].key)
      tracks.remove(at: tamest)
    }
  }

  /// Returns the index of a device's run; a run without locations is added here, if there is room.
  mutating func index(of key: TrackKey) -> Int? {
    if let index = tracks.firstIndex(where: { $0.key == key }) { return index }
    guard !dropped.contains(key) else { return nil }
    guard tracks.count < Self.maxTracks, isWanted(key) else {
      dropped.insert(key)
      return nil
    }
    tracks.append(ReportTrack(key: key))
    return tracks.count - 1
  }
}
