import Geometry
import Maps

/// The venue of a film, and the part of the plane that each floor shows.
struct FilmPlace {
  let venue: SceneMap?
  /// The shown floors, from the top down, the outdoors last.
  let floors: [FilmTrack.Floor]
  private var boxes: [FilmTrack.Floor: Box2] = [:]
  /// Minimum width and height of a view, in m.
  private static let minSize = 12.0
  /// The margin around a view, as a share of its longer side.
  private static let margin = 0.035
  /// Positions farther out are invalid, in m.
  private static let farthest = 100_000.0

  init(_ venue: SceneMap?, _ track: FilmTrack, _ timing: FilmTiming) {
    self.venue = venue
    var points: [FilmTrack.Floor: [Vec2]] = [:]
    for fix in track.fixes where (timing.start...timing.end).contains(fix.time) {
      // Reported positions outside the plan don't widen it.
      if track.path.isEmpty || venue == nil {
        points[fix.trueFloor ?? fix.floor, default: []].append(fix.place)
      }
    }
    for index in 0..<timing.frameCount {
      let time = timing.time(ofFrame: index)
      let floor = track.shownFloor(at: time)
      points[floor, default: []] += track.truth(at: time).map { [$0.place] } ?? []
    }
    floors = points.keys.sorted { ($0 ?? .min) > ($1 ?? .min) }
    let usable = points.mapValues { $0.filter { max(abs($0.x), abs($0.y)) < Self.farthest } }
    let levels = Set(
      floors.flatMap { floor in
        floor.map { floor in usable[floor, default: []].compactMap { venue?.level(floor, at: $0) } }
          ?? []
      })
    for floor in floors { boxes[floor] = box(of: floor, usable[floor, default: []], levels) }
  }

  /// The outlines of all visited levels of the building, so that floors lie above each other; outdoors and
  /// without a plan, the positions.
  private func box(of floor: FilmTrack.Floor, _ points: [Vec2], _ levels: Set<Int>) -> Box2 {
    let map = venue?.map
    let here = floor.flatMap { floor in points.first.flatMap { venue?.level(floor, at: $0) } }
    let building = here.flatMap { map?.levels[$0].building }
    let outlines = levels.filter { building == nil || map?.levels[$0].building == building }
      .flatMap { map?.levels[$0].outline.flatMap(\.exterior) ?? [] }
    let shown = building == nil ? points + outlines : outlines
    let box = Box2(containing: shown.isEmpty ? points : shown) ?? Box2(Vec2(-10, -10), Vec2(10, 10))
    let half = Vec2(max(box.size.x, Self.minSize), max(box.size.y, Self.minSize)) / 2
    let reach = half + Vec2(1, 1) * (2 * Self.margin * max(half.x, half.y))
    return Box2(box.center - reach, box.center + reach)
  }

  /// The part of the plane that a floor shows.
  func box(of floor: FilmTrack.Floor) -> Box2 { boxes[floor] ?? Box2(Vec2(-10, -10), Vec2(10, 10)) }

  /// The largest height of a view in widths.
  var aspect: Double {
    boxes.values.map { $0.size.y / $0.size.x }.max() ?? 0.6
  }

  /// The indexes of the levels of a floor.
  func levels(of floor: FilmTrack.Floor) -> [Int] {
    guard let floor, let map = venue?.map else { return [] }
    return map.levels.indices.filter { map.levels[$0].ordinal == floor }
  }

  /// A floor's name: that of its levels, if they agree.
  func name(of floor: FilmTrack.Floor) -> String {
    guard let floor else { return "outdoors" }
    let names = Set(levels(of: floor).compactMap { venue?.map.levels[$0].shortName })
    return names.count == 1 && names.first != "" ? names.first ?? "" : "\(floor)"
  }
}

/// The placement of a part of the plane in the raster, north up.
struct FilmView {
  private let centre: Vec2
  private let middle: Vec2
  /// Pixels per metre.
  let scale: Double

  /// Fits a box into a raster.
  init(_ box: Box2, width: Int, height: Int) {
    centre = box.center
    middle = Vec2(Double(width), Double(height)) / 2
    scale = min(Double(width) / box.size.x, Double(height) / box.size.y)
  }

  func pixel(_ point: Vec2) -> Vec2 {
    middle + Vec2(point.x - centre.x, centre.y - point.y) * scale
  }
}
