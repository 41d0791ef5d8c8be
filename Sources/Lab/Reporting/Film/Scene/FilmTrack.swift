import Geometry

/// The true track and the reported locations of a device, decoded from the page's columns.
struct FilmTrack {
  /// A floor's ordinal; nil outdoors, or if none was reported.
  typealias Floor = Int?

  struct FilmFix {
    var time: Double
    var place: Vec2
    /// The reported accuracy, in m; 0 for none.
    var accuracy: Double
    /// The horizontal error, in m; nil if the truth is unknown.
    var error: Double?
    var floor: Floor
    /// The true floor at the time; nil in the outer optional if unknown.
    var trueFloor: Floor?
  }

  struct FilmPoint {
    var time: Double
    var place: Vec2
    var floor: Floor
    /// True if the position is unknown from here on.
    var isGap: Bool
  }

  let key: TrackKey
  private(set) var fixes: [FilmFix] = []
  let path: [FilmPoint]
  /// The age from which a location is no longer current, in s, as in the availability metric.
  static let freshness = 5.0
  /// Errors from this on are those of invalid positions, in m.
  private static let maxError = 1.9e7

  init(_ track: ReportTrack) {
    key = track.key
    let columns = track.path.map(\.numbers)
    path =
      columns.count < 4
      ? []
      : columns[0].indices.map { index in
        FilmPoint(
          time: Double(columns[0][index]) / 100,
          place: Vec2(Double(columns[1][index]), Double(columns[2][index])) / 10,
          floor: Self.floor(columns[3][index]), isGap: columns[3][index] == ReportTrack.gap)
      }
    let fixed = track.fixes.map(\.numbers)
    guard fixed.count > 5 else { return }
    fixes = fixed[0].indices.map { index in
      let error = Double(fixed[4][index]) / 10
      let time = Double(fixed[0][index]) / 100
      return FilmFix(
        time: time, place: Vec2(Double(fixed[1][index]), Double(fixed[2][index])) / 10,
        accuracy: Double(fixed[3][index]) / 10,
        error: error < 0 || error >= Self.maxError ? nil : error,
        floor: Self.floor(fixed[5][index]), trueFloor: truth(at: time).map(\.floor))
    }
  }

  private static func floor(_ number: Int) -> Floor { number == ReportTrack.noFloor ? nil : number }

  /// The index of the latest element up to a time, by binary search; nil before the first.
  private static func latest<Element>(
    _ elements: [Element], upTo time: Double, _ timeOf: (Element) -> Double
  ) -> Int? {
    var (low, high) = (0, elements.count)
    while low < high {
      let middle = (low + high) / 2
      if timeOf(elements[middle]) <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// The index of the latest location at a time.
  func fix(at time: Double) -> Int? { Self.latest(fixes, upTo: time, \.time) }

  /// The true position at a time, interpolated; nil if unknown.
  func truth(at time: Double) -> (place: Vec2, floor: Floor)? {
    guard let index = Self.latest(path, upTo: time, \.time), !path[index].isGap else { return nil }
    let point = path[index]
    guard index + 1 < path.count, !path[index + 1].isGap, path[index + 1].time > point.time else {
      return (point.place, point.floor)
    }
    let next = path[index + 1]
    let share = (time - point.time) / (next.time - point.time)
    return (point.place + (next.place - point.place) * share, point.floor)
  }

  /// The corners of the true track strictly between two times.
  func corners(after start: Double, before end: Double) -> ArraySlice<FilmPoint> {
    let first = Self.latest(path, upTo: start, \.time).map { $0 + 1 } ?? 0
    let last = Self.latest(path, upTo: end, \.time).map { $0 + 1 } ?? 0
    return path[first..<max(first, last)]
  }

  /// The floor to show at a time: the true one, or the latest reported one.
  func shownFloor(at time: Double) -> Floor {
    if let truth = truth(at: time) { return truth.floor }
    return fix(at: time).flatMap { fixes[$0].floor }
  }

  /// The first and the last known moment; nil without any.
  var span: ClosedRange<Double>? { Self.span(of: fixes.map(\.time) + path.map(\.time)) }

  /// The first and the last moment indoors; nil if there is none.
  var indoorSpan: ClosedRange<Double>? {
    guard !path.isEmpty else {
      return Self.span(of: fixes.filter { $0.floor != nil }.map(\.time))
    }
    let inside = path.indices.filter { !path[$0].isGap && path[$0].floor != nil }
    // Each point has its floor until just before the next one.
    let ends = inside.last.map { $0 + 1 < path.count ? path[$0 + 1].time - 0.01 : path[$0].time }
    return Self.span(of: inside.map { path[$0].time } + (ends.map { [$0] } ?? []))
  }

  private static func span(of times: [Double]) -> ClosedRange<Double>? {
    guard let first = times.min(), let last = times.max(), first < last else { return nil }
    return first...last
  }
}
