import Documents
import Geometry
import Kernel
import Maps
import Scoring
import Truth

extension RunPlots {
  // MARK: - Errors by place

  /// Returns error maps of each level with fixes, and of the outdoors.
  func errorSheets(_ scenario: String) -> [File] {
    guard let map = run.errorMaps[scenario] else { return [] }
    let place = SceneMap(of: scenario, in: run)
    let expected = radio.map { radio in
      SurveyPictures(
        of: ExpectedAccuracy(radio, in: place?.map), advice: nil, radio: radio, in: place?.map)
    }
    return map.floors(maximum: Self.maxCells).flatMap { floor -> [File] in
      let levels = place?.map.levels.indices.filter {
        place?.map.levels[$0].ordinal == floor.ordinal
      }
      guard let place, let levels, !levels.isEmpty else {
        return [sheet(scenario, floor, on: nil, in: place, expected)].compactMap { $0 }
      }
      return levels.compactMap { sheet(scenario, floor, on: $0, in: place, expected) }
    }
  }

  /// Maximum number of cells of an image; some 20 bytes each.
  private static let maxCells = 40_000
  /// Minimum half-width of an image without a level, in m, so that the surroundings are
  /// recognisable.
  private static let minReach = 30.0

  private func sheet(
    _ scenario: String, _ floor: ErrorMap.Floor, on number: Int?, in place: SceneMap?,
    _ expected: SurveyPictures?
  ) -> File? {
    let level = number.flatMap { place?.map.levels[$0] }
    let cells = floor.cells.filter { cell in
      // If several buildings have the floor, each shows its own cells.
      guard let level, !level.outline.isEmpty else { return true }
      return cell.corners(floor.side).contains { level.covers($0) }
    }
    guard !cells.isEmpty, let canvas = canvas(floor, cells, on: number, in: place) else {
      return nil
    }
    let side = floor.side.formatted
    var panels = [
      SurveySheet.Panel(
        title: "68 % error (68 % of the locations are closer) by true position; cells of "
          + "\(side) m with \(ErrorMap.minimum) locations or more",
        canvas: canvas, steps: .radius, legend: "68 % error up to")
    ]
    if let ordinal = floor.ordinal,
      let panel = expected?.expected(ordinal: ordinal, building: level?.building ?? 0)
    {
      panels.append(panel)
    }
    let count = cells.reduce(0) { $0 + $1.count }
    let values = cells.map(\.error).sorted()
    let middle = (values.medianOfSorted * 10).rounded() / 10
    let sheet = SurveySheet(
      title: "\(scenario): \(name(of: level, floor, in: place?.map)), real error",
      note: "median \(middle.formatted) m of \(cells.count) cells, n = \(count)"
        + (level == nil
          ? "" : "; ● beacons, ○ access points, bars stairs"),
      panels: panels, minWidth: 1000)
    return File(name: fileName(of: level, floor, in: place?.map) + "-map", svg: sheet.svg)
  }

  private func canvas(
    _ floor: ErrorMap.Floor, _ cells: [ErrorMap.Cell], on number: Int?, in place: SceneMap?
  ) -> SVGCanvas? {
    let columns = (cells.map(\.column).min() ?? 0)...(cells.map(\.column).max() ?? 0)
    let rows = (cells.map(\.row).min() ?? 0)...(cells.map(\.row).max() ?? 0)
    let low = Vec2(Double(columns.lowerBound), Double(rows.lowerBound)) * floor.side
    let high = Vec2(Double(columns.upperBound + 1), Double(rows.upperBound + 1)) * floor.side
    // If cells are far apart, most of the grid is empty: only rows with cells are drawn.
    let byRow = Dictionary(grouping: cells, by: \.row)
    let name = "errors-\(number.map { "\($0)" } ?? "outdoors")"
    func paint(_ canvas: inout SVGCanvas, _ clip: String) {
      if number == nil, let place, let frame = try? Polygon(canvas.box) {
        // The surroundings of the cells, clipped to the image.
        canvas.clip(name, to: [frame])
        canvas.body += "<g clip-path=\"url(#\(name))\">\n"
        VenueDrawing(place.map).draw(groundOn: &canvas)
        canvas.body += "</g>\n"
      }
      for row in byRow.keys.sorted() {
        guard let own = byRow[row] else { continue }
        let errors = Dictionary(
          own.map { ($0.column, $0.error) }, uniquingKeysWith: { first, _ in first })
        canvas.raster(
          from: Vec2(low.x, Double(row) * floor.side), columns: columns.count, rows: 1,
          side: floor.side, .radius, clip: clip
        ) { column, _ in errors[columns.lowerBound + column] }
      }
    }
    let level = number.flatMap { place?.map.levels[$0] }
    let middle = (low + high) * 0.5
    let around = Vec2(Self.minReach, Self.minReach)
    guard
      var canvas = SVGCanvas(
        coloring: level, called: name, around: [low, high, middle - around, middle + around],
        paint)
    else { return nil }
    if let number, let place { VenueDrawing(place.map).draw(connectorsOn: number, &canvas) }
    for transmitter in place?.transmitters ?? [] where number != nil && transmitter.level == number
    {
      let isBeacon = transmitter.kind == "beacon"
      canvas.dot(
        transmitter.position.xy, radius: 5,
        .init(fill: isBeacon ? "#b8327f" : "#ffffff", stroke: "#2f2d2a", width: canvas.unit),
        title: (isBeacon ? "beacon " : "access point ") + transmitter.name)
    }
    return canvas
  }

  private func name(of level: Level?, _ floor: ErrorMap.Floor, in map: VenueMap?) -> String {
    guard let level else { return floor.ordinal.map { "floor \($0)" } ?? "outdoors" }
    let buildings = map?.buildings ?? []
    let isAlone = Set(map?.levels.map(\.building) ?? []).count < 2
    let building =
      isAlone || !buildings.indices.contains(level.building)
      ? "" : buildings[level.building].name + " "
    return building + "level \(level.shortName)"
  }

  private func fileName(of level: Level?, _ floor: ErrorMap.Floor, in map: VenueMap?) -> String {
    guard let ordinal = floor.ordinal else { return "outdoors" }
    let name = "level-\(ordinal < 0 ? "b" : "")\(ordinal.magnitude)"
    let isAlone = Set(map?.levels.map(\.building) ?? []).count < 2
    return (isAlone ? "" : "building-\(level?.building ?? 0)-") + name
  }

  // MARK: - Ways

  /// Returns the plans with the true tracks of the devices that a page would show.
  func ways(_ scenario: String) -> [File] {
    guard let place = SceneMap(of: scenario, in: run) else { return [] }
    let traces = run.tracks.filter { $0.key.scenario == scenario && !$0.path.isEmpty }.map {
      trace($0, in: place)
    }
    guard traces.contains(where: { !$0.stretches.isEmpty }) else { return [] }
    let walked = Set(traces.flatMap(\.stretches).map(\.level))
    let drawing = VenueDrawing(place.map, tracks: traces)
    let outdoors = walked.contains(nil) ? [drawing.outdoors()].compactMap { $0 } : []
    let levels = place.map.levels.indices.filter { walked.contains($0) }
    let sheets = outdoors + levels.compactMap { drawing.drawing(ofLevel: $0) }
    return sheets.map { File(name: $0.name + "-ways", svg: $0.svg) }
  }

  private func trace(_ track: ReportTrack, in place: SceneMap) -> TruthTrace {
    var stretches: [TruthTrace.Stretch] = []
    var floor: Int?
    let columns = track.path.dropFirst().map(\.numbers)
    guard columns.count == 3 else {
      return TruthTrace(name: track.key.device, isFollowed: true, stretches: [])
    }
    for ((east, north), next) in zip(zip(columns[0], columns[1]), columns[2]) {
      let point = Vec2(Double(east) / 10, Double(north) / 10)
      defer { floor = next }
      guard next != ReportTrack.gap else { continue }
      if next != floor || stretches.isEmpty {
        let level = next == ReportTrack.noFloor ? nil : place.level(next, at: point)
        stretches.append(TruthTrace.Stretch(level: level, isDriven: false, points: []))
      }
      stretches[stretches.count - 1].points.append(point)
    }
    let several = run.tracks.contains {
      $0.key.device == track.key.device && $0.key.seed != track.key.seed
    }
    return TruthTrace(
      name: track.key.device + (several ? ", seed \(track.key.seed)" : ""), isFollowed: true,
      stretches: stretches)
  }
}

extension ErrorMap.Cell {
  /// The corners and the centre of the cell, in m, for a cell width.
  fileprivate func corners(_ side: Double) -> [Vec2] {
    [(0, 0), (1, 0), (0, 1), (1, 1), (0.5, 0.5)].map { east, north in
      Vec2(Double(column) + east, Double(row) + north) * side
    }
  }
}

extension Double {
  /// Formats a number, with decimals only if it has any.
  fileprivate var formatted: String {
    self == rounded() && magnitude < 1e6 ? "\(Int(self))" : "\(self)"
  }
}
