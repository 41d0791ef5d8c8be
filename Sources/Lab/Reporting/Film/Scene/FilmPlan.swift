import Geometry

/// The plan of a film: the floors with their growing tracks, and the positions at a moment.
struct FilmPlan {
  private let track: FilmTrack
  private let place: FilmPlace
  private let layout: FilmLayout
  private let colors: PageColors
  private let font: StrokeFont
  private var floors: [FilmTrack.Floor: FilmFloor] = [:]
  /// The moment up to which tracks are drawn, and the next location.
  private var drawnTo: Double
  private var nextFix: Int
  /// The length of the strong end of both tracks, in s.
  private let trail: Double

  private var unit: Double { layout.unit }

  init(
    _ track: FilmTrack, _ place: FilmPlace, _ layout: FilmLayout, _ colors: PageColors,
    _ timing: FilmTiming
  ) {
    (self.track, self.place, self.layout, self.colors) = (track, place, layout, colors)
    font = StrokeFont(size: 12 * layout.unit, isBold: true)
    drawnTo = timing.start
    nextFix = track.fix(at: timing.start).map { $0 + 1 } ?? 0
    trail = 1.2 * timing.speed
    for floor in place.floors {
      floors[floor] = FilmFloor(FilmBackdrop(floor, place, layout, colors), unit: layout.unit)
    }
  }

  // MARK: - Growth

  /// Lets the tracks grow up to a moment.
  mutating func advance(to time: Double) {
    for (floor, points) in stretches(from: drawnTo, to: time) { floors[floor]?.addTruth(points) }
    while nextFix < track.fixes.count, track.fixes[nextFix].time <= time {
      for floor in place.floors where isOn(floor, nextFix) {
        let points = line(to: nextFix, on: floor)
        floors[floor]?.addReport(points)
      }
      nextFix += 1
    }
    drawnTo = time
  }

  /// The true track between two moments, by floor.
  private func stretches(
    from start: Double, to end: Double
  ) -> [(floor: FilmTrack.Floor, points: [Vec2])] {
    var stretches: [(floor: FilmTrack.Floor, points: [Vec2])] = []
    var last: (place: Vec2, floor: FilmTrack.Floor)?
    func visit(_ next: (place: Vec2, floor: FilmTrack.Floor)?) {
      defer { last = next }
      guard let next, let last else { return }
      // A point has the floor of the way that begins there.
      if stretches.last?.floor != last.floor || stretches.last?.points.last != last.place {
        stretches.append((last.floor, [last.place]))
      }
      stretches[stretches.count - 1].points.append(next.place)
    }
    visit(track.truth(at: start))
    for point in track.corners(after: start, before: end) {
      visit(point.isGap ? nil : (point.place, point.floor))
    }
    visit(track.truth(at: end))
    return stretches
  }

  /// True if a location was reported on a floor, or elsewhere while the phone was there.
  private func isOn(_ floor: FilmTrack.Floor, _ index: Int) -> Bool {
    let fix = track.fixes[index]
    return fix.floor == floor || fix.trueFloor == .some(floor)
  }

  /// The line from the location before, if that is on the same floor and not long ago.
  private func line(to index: Int, on floor: FilmTrack.Floor) -> [Vec2] {
    let fix = track.fixes[index]
    guard index > 0, isOn(floor, index - 1),
      fix.time - track.fixes[index - 1].time <= 4 * FilmTrack.freshness
    else { return [fix.place] }
    return [track.fixes[index - 1].place, fix.place]
  }

  // MARK: - Moments

  /// The plan at the moment up to which it has grown.
  func picture() -> Raster {
    let time = drawnTo
    let floor = track.shownFloor(at: time)
    guard let shown = floors[floor] else {
      return Raster(width: layout.width, height: layout.planHeight, colors[.ground])
    }
    var picture = shown.picture(colors)
    let view = shown.backdrop.view
    for (on, points) in stretches(from: max(0, time - trail), to: time) where on == floor {
      picture.stroke(points.map(view.pixel), colors[.floor], width: 7 * unit, opacity: 0.8)
      picture.stroke(points.map(view.pixel), colors[.truth], width: 4.5 * unit)
    }
    drawTrail(on: &picture, view, floor, time)
    drawReported(on: &picture, view, floor, time)
    if let truth = track.truth(at: time) {
      dot(on: &picture, view.pixel(truth.place), 6.5, colors[.truth])
    }
    return picture
  }

  /// The latest reports, with a line through them.
  private func drawTrail(
    on picture: inout Raster, _ view: FilmView, _ floor: FilmTrack.Floor, _ time: Double
  ) {
    var path = RasterPath()
    var index = nextFix - 1
    while index >= 0, track.fixes[index].time > time - trail {
      if isOn(floor, index) {
        path.addLine(line(to: index, on: floor).map(view.pixel), width: 2 * unit)
        path.addCircle(view.pixel(track.fixes[index].place), radius: 2.4 * unit)
      }
      index -= 1
    }
    picture.fill(path, colors[.reported])
  }

  /// The latest location with its accuracy; hollow if on another floor.
  private func drawReported(
    on picture: inout Raster, _ view: FilmView, _ floor: FilmTrack.Floor, _ time: Double
  ) {
    guard nextFix > 0 else { return }
    let fix = track.fixes[nextFix - 1]
    let truth = track.truth(at: time)
    // Without a reported floor, a location counts as on the shown one.
    let isHere = fix.floor == floor || fix.floor == nil
    let isFresh = time - fix.time <= FilmTrack.freshness
    let point = view.pixel(fix.place)
    let radius = fix.accuracy * view.scale
    let told = colors[.reported]
    if radius > 1, radius < 20 * Double(layout.width) {
      picture.fill(.circle(point, radius: radius), told, opacity: isFresh && isHere ? 0.16 : 0.07)
      picture.fill(
        .ring(point, radius: radius, width: 1.6 * unit, isDashed: !isFresh || !isHere), told,
        opacity: isFresh ? 0.9 : 0.5)
    }
    if let truth {
      picture.stroke(
        [view.pixel(truth.place), point], colors[.ink], width: 1.6 * unit, opacity: 0.7)
    }
    if isHere {
      dot(on: &picture, point, 5.5, told, opacity: isFresh ? 1 : 0.5)
    } else {
      hollow(on: &picture, point, told, "reported on \(place.name(of: fix.floor))")
    }
  }

  private func dot(
    on picture: inout Raster, _ point: Vec2, _ radius: Double, _ color: RasterColor,
    opacity: Double = 1
  ) {
    picture.fill(.circle(point, radius: (radius + 2) * unit), colors[.panel], opacity: opacity)
    picture.fill(.circle(point, radius: radius * unit), color, opacity: opacity)
  }

  private func hollow(on picture: inout Raster, _ point: Vec2, _ color: RasterColor, _ word: String)
  {
    picture.fill(.ring(point, radius: 5.5 * unit, width: 6 * unit), colors[.panel])
    picture.fill(.ring(point, radius: 5.5 * unit, width: 2.6 * unit), color)
    // The words lie inside the picture.
    let isRight = point.x < Double(layout.width) * 0.7
    let base = point + Vec2((isRight ? 12 : -12) * unit, font.capHeight / 2)
    let anchor: StrokeFont.TextAnchor = isRight ? .start : .end
    picture.fill(font.path(word, at: base, anchor, halo: 2 * unit), colors[.panel])
    picture.fill(font.path(word, at: base, anchor), color)
  }
}
