import Geometry
public import Maps
import Observations
public import Truth

/// Drawings of a venue, the outdoors and each level, with tracks.
public struct VenueDrawing: Sendable {
  /// A drawing.
  public struct Drawing: Sendable {
    /// A name suitable for a file, such as `main-level-2`.
    public let name: String
    /// The SVG document.
    public let svg: String
  }

  let map: VenueMap
  let tracks: [TruthTrace]

  public init(_ map: VenueMap, tracks: [TruthTrace] = []) {
    self.map = map
    self.tracks = tracks
  }

  /// Distinct colours, also for colour-blind readers (Okabe and Ito).
  static let colors = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#b8860b", "#7a3e9d",
  ]

  /// Returns all drawings: the outdoors if not empty, then the levels.
  public func drawings() -> [Drawing] {
    var drawings: [Drawing] = []
    if let drawing = outdoors() { drawings.append(drawing) }
    for level in map.levels.indices {
      if let drawing = self.drawing(ofLevel: level) { drawings.append(drawing) }
    }
    return drawings
  }

  // MARK: Levels

  /// Draws a level; nil if there is nothing to draw.
  func drawing(ofLevel number: Int) -> Drawing? {
    let level = map.levels[number]
    let own = stretches(on: number)
    var box = Box2(
      containing:
        level.outline.flatMap(\.exterior) + level.units.flatMap { $0.shape.exterior }
        + level.walls.flatMap { [$0.start, $0.end] })
    box = box ?? Box2(containing: own.flatMap { $0.stretch.points })
    guard let box else { return nil }
    var canvas = SVGCanvas(box: box)
    for part in level.outline { canvas.polygon(part, .init(fill: "#ffffff")) }
    for unit in level.units {
      canvas.polygon(unit.shape, .init(fill: unit.kind.color, stroke: "#c9c4ba", width: 0.02))
    }
    for fixture in level.fixtures { canvas.polygon(fixture, .init(fill: "#b9b2a6")) }
    for edge in map.paths.edges {
      let (from, to) = (map.paths.nodes[edge.from], map.paths.nodes[edge.to])
      guard from.level == number, to.level == number else { continue }
      canvas.line(
        [from.point, to.point],
        .init(stroke: "#8a8f3c", width: 1.2 * canvas.unit, opacity: 0.6, dash: "5 4"))
    }
    canvas.segments(level.walls, .init(stroke: "#2f2d2a", width: max(0.12, 1.4 * canvas.unit)))
    for opening in level.openings {
      canvas.segments(
        [opening.line], .init(stroke: opening.kind.color, width: max(0.12, 2 * canvas.unit)))
    }
    draw(connectorsOn: number, &canvas)
    canvas.names(of: level)
    for beacon in map.beacons where beacon.level == number {
      canvas.dot(beacon.position.xy, radius: 3, .init(fill: "#6a51a3"), title: "beacon")
    }
    draw(own, &canvas)
    canvas.scaleBar()
    let building =
      map.buildings.indices.contains(level.building)
      ? map.buildings[level.building].name : ""
    return Drawing(
      name: fileName(building, level),
      svg: canvas.document(
        title: "\(map.name): \(building) level \(level.shortName)",
        note: "ordinal \(level.ordinal)\(elevationText(level))"))
  }

  /// The elevation of a level as text; empty if unknown.
  private func elevationText(_ level: Level) -> String {
    guard level.elevationMetres.magnitude < 1e6 else { return "" }
    let tenths = Int((level.elevationMetres * 10).rounded())
    return ", floor at \(tenths / 10).\(abs(tenths % 10)) m"
  }

  private func fileName(_ building: String, _ level: Level) -> String {
    let isAlone = Set(map.levels.map(\.building)).count == 1
    let ordinal = level.ordinal < 0 ? "b\(-level.ordinal)" : "\(level.ordinal)"
    let letters = building.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
    return (isAlone ? "" : String(letters) + "-") + "level-\(ordinal)"
  }

  func draw(connectorsOn number: Int, _ canvas: inout SVGCanvas) {
    for connector in map.connectors {
      let here = connector.stops.filter { $0.level == number }
      guard !here.isEmpty else { continue }
      if connector.kind != .lift {
        // A flight is drawn on both of its levels, from end to end.
        for (from, to) in zip(connector.stops, connector.stops.dropFirst())
        where from.level == number || to.level == number {
          canvas.line(
            [from.point, to.point],
            .init(
              stroke: connector.kind.color, width: max(0.4, connector.widthMetres * 0.6),
              opacity: 0.45))
        }
      }
      for stop in here {
        canvas.dot(
          stop.point, radius: 5, .init(fill: connector.kind.color, stroke: "#fff"),
          title: "\(connector.kind.rawValue) \(connector.name)")
      }
    }
  }

  // MARK: Tracks

  func stretches(on level: Int?) -> [(track: Int, stretch: TruthTrace.Stretch)] {
    tracks.indices.flatMap { number in
      tracks[number].stretches.filter { $0.level == level }.map { (number, $0) }
    }
  }

  func draw(
    _ own: [(track: Int, stretch: TruthTrace.Stretch)], _ canvas: inout SVGCanvas
  ) {
    for (number, stretch) in own {
      let isFaint = !tracks[number].isFollowed
      canvas.line(
        stretch.points,
        .init(
          stroke: Self.colors[number % Self.colors.count],
          width: (isFaint ? 0.8 : stretch.isDriven ? 3 : 2) * canvas.unit,
          opacity: isFaint ? 0.3 : 0.85, dash: stretch.isDriven ? "9 5" : nil))
    }
    for (number, stretch) in own where tracks[number].isFollowed {
      guard let first = stretch.points.first, let last = stretch.points.last else { continue }
      let color = Self.colors[number % Self.colors.count]
      let name = tracks[number].name
      canvas.dot(first, radius: 4, .init(fill: "#fff", stroke: color), title: "\(name) comes")
      canvas.dot(last, radius: 4, .init(fill: color, stroke: "#fff"), title: "\(name) goes")
    }
  }
}
