import Glibc
public import Kernel
public import Observations
public import Truth

/// A point of a device's true track; between two points the motion is linear.
public struct TrackRow: Hashable, Sendable {
  public var time: SimTime
  /// Nil if unknown from here on.
  public var coordinate: Coordinate?
  /// Height above the ellipsoid, in m; not-a-number if unknown.
  public var altitudeMetres: Double
  /// The level from here on: 0 for the ground floor; nil outdoors.
  public var floor: Int?

  public init(time: SimTime, coordinate: Coordinate?, altitudeMetres: Double, floor: Int?) {
    self.time = time
    self.coordinate = coordinate
    self.altitudeMetres = altitudeMetres
    self.floor = floor
  }
}

/// A state change or an instantaneous event of a device's component.
public struct StateRow: Hashable, Sendable {
  public var time: SimTime
  public var component: String
  /// The state from here on, or the event.
  public var state: String
  /// The power from here on, in mW; nil for an event.
  public var milliwatts: Double?

  public init(time: SimTime, component: String, state: String, milliwatts: Double?) {
    self.time = time
    self.component = component
    self.state = state
    self.milliwatts = milliwatts
  }
}

extension TrackRow {
  /// Simplifies a track to the points that reproduce it within a tolerance at every second.
  ///
  /// The swing filter (Elmeleegy and others, "Online piece-wise linear approximation of numerical
  /// streams with precision guarantees", VLDB 2009): in one pass, a line continues as long as some
  /// velocity passes all seconds since its start within the tolerance.
  ///
  /// - Parameters:
  ///   - end: The last moment.
  ///   - toleranceMetres: Maximum error to the east and to the north, and half of that in height,
  ///     in m; an estimate of the smallest visible error on a floor plan.
  ///   - truth: The truth at any moment.
  /// - Returns: The points; empty if no position is known.
  public static func rows(
    until end: SimTime, toleranceMetres: Double = 0.25, _ truth: (SimTime) -> TruthSample
  ) -> [TrackRow] {
    var way = TrackBuilder(toleranceMetres: toleranceMetres)
    var time = SimTime.start
    while time < end {
      way.add(truth(time))
      time += .seconds(1)
    }
    way.add(truth(end))
    return way.finished()
  }
}

/// Swing filter: narrows the velocities of a line until none passes all points.
private struct TrackBuilder {
  private let tolerance: Double
  private var rows: [TrackRow] = []
  /// The latest point, where a line ends that can't continue.
  private var latest: TrackRow?
  /// The range of velocities that pass all points since the last row, in degrees and m per second.
  private var slopes: [(low: Double, high: Double)] = []
  private static let free = (low: -Double.infinity, high: Double.infinity)

  init(toleranceMetres: Double) {
    tolerance = toleranceMetres
  }

  mutating func add(_ sample: TruthSample) {
    let isKnown = sample.known.contains(.position)
    let point = TrackRow(
      time: sample.time, coordinate: isKnown ? sample.coordinate : nil,
      altitudeMetres: sample.known.contains(.altitude) ? sample.altitudeMetres : .nan,
      floor: sample.known.contains(.floor) ? sample.floor : nil)
    defer { latest = point }
    guard let latest, let start = rows.last else {
      if isKnown { begin(point) }
      return
    }
    let isBroken = point.floor != start.floor || isKnown != (start.coordinate != nil)
    if isBroken {
      if start.time != latest.time, start.coordinate != nil { rows.append(latest) }
      begin(point)
    } else if isKnown, !swing(to: point, from: start) {
      begin(latest)
      _ = swing(to: point, from: latest)
    }
  }

  func finished() -> [TrackRow] {
    guard let latest, let last = rows.last, last.coordinate != nil, latest.time > last.time else {
      return rows
    }
    return rows + [latest]
  }

  private mutating func begin(_ point: TrackRow) {
    if rows.last?.time == point.time { rows.removeLast() }
    rows.append(point)
    slopes = [Self.free, Self.free, Self.free]
  }

  /// Narrows the velocities to those that pass a point; false if the point is outside the range.
  private mutating func swing(to point: TrackRow, from start: TrackRow) -> Bool {
    guard let here = point.coordinate, let origin = start.coordinate else { return false }
    let seconds = (point.time - start.time).seconds
    let metre = 1 / MeanSphere.metresPerDegree
    let across = metre / max(0.01, cos(origin.latitudeDegrees * .pi / 180))
    let steps = [
      (here.latitudeDegrees - origin.latitudeDegrees, tolerance * metre),
      (here.longitudeDegrees - origin.longitudeDegrees, tolerance * across),
      (point.altitudeMetres - start.altitudeMetres, tolerance * 2),
    ]
    for (index, (step, _)) in steps.enumerated() where !step.isNaN {
      let slope = step / seconds
      guard slope >= slopes[index].low, slope <= slopes[index].high else { return false }
    }
    for (index, (step, slack)) in steps.enumerated() where !step.isNaN {
      slopes[index].low = max(slopes[index].low, (step - slack) / seconds)
      slopes[index].high = min(slopes[index].high, (step + slack) / seconds)
    }
    return true
  }
}
