import Geometry

/// The error over time beneath the plan, which grows with the film.
struct FilmStrip {
  private var base: Raster
  private var error, accuracy: RasterMask
  private let timing: FilmTiming
  private let layout: FilmLayout
  private let colors: PageColors
  /// The reports by column: the largest error and accuracy of each.
  private let columns: [(column: Int, time: Double, error: Double?, accuracy: Double)]
  private var next = 0
  private let maximum: Double
  private let left, right, top, bottom: Double

  init(
    _ track: FilmTrack, _ place: FilmPlace, _ layout: FilmLayout, _ colors: PageColors,
    _ timing: FilmTiming
  ) {
    (self.layout, self.colors, self.timing) = (layout, colors, timing)
    let unit = layout.unit
    (left, right) = (46 * unit, Double(layout.width) - 16 * unit)
    (top, bottom) = (28 * unit, Double(layout.stripHeight) - 20 * unit)
    error = RasterMask(width: layout.width, height: layout.stripHeight)
    accuracy = error
    let shown = track.fixes.filter { (timing.start...timing.end).contains($0.time) }
    let errors = shown.compactMap(\.error).sorted()
    // Rare large errors leave room for the bulk.
    let wanted = errors.isEmpty ? 10 : max(4, 1.1 * errors[errors.count * 98 / 100])
    maximum = Self.round(wanted)
    let scale = (right - left) / (timing.end - timing.start)
    var columns: [(column: Int, time: Double, error: Double?, accuracy: Double)] = []
    for fix in shown {
      let column = Int(((fix.time - timing.start) * scale).rounded())
      if columns.last?.column != column { columns.append((column, fix.time, nil, 0)) }
      let last = columns.count - 1
      if let error = fix.error { columns[last].error = max(columns[last].error ?? 0, error) }
      columns[last].accuracy = max(columns[last].accuracy, fix.accuracy)
    }
    self.columns = columns
    base = Raster(width: layout.width, height: layout.stripHeight, colors[.paper])
    base = drawn(track, place)
  }

  /// Rounds up to 1, 2, 3, 4, 5, 6 or 8 times a power of ten.
  private static func round(_ value: Double) -> Double {
    var power = 1.0
    while power * 10 <= value { power *= 10 }
    return ([1, 2, 3, 4, 5, 6, 8].map { $0 * power }.first { value <= $0 }) ?? 10 * power
  }

  private func x(_ time: Double) -> Double {
    left + (time - timing.start) / (timing.end - timing.start) * (right - left)
  }

  private func y(_ metres: Double) -> Double { bottom - min(1, metres / maximum) * (bottom - top) }

  // MARK: - Axes

  private func drawn(_ track: FilmTrack, _ place: FilmPlace) -> Raster {
    var raster = base
    let unit = layout.unit
    let font = StrokeFont(size: 11.5 * unit)
    raster.fill(.rectangle(Vec2(left, top), Vec2(right, bottom)), colors[.panel])
    drawFloors(on: &raster, track, place)
    for share in [0, 0.5, 1] {
      let level = y(share * maximum)
      raster.stroke([Vec2(left, level), Vec2(right, level)], colors[.line], width: unit)
      let value = share * maximum
      let text = value == value.rounded() ? "\(Int(value))" : "\(value)"
      raster.fill(
        font.path(
          text + (share == 1 ? " m" : ""), at: Vec2(left - 7 * unit, level + font.capHeight / 2),
          .end),
        colors[.soft])
    }
    let showsHours = timing.end >= 3600
    let base = bottom + 14 * unit
    raster.fill(
      font.path(clockText(timing.start, showsHours: showsHours), at: Vec2(left, base)),
      colors[.soft])
    raster.fill(
      font.path(clockText(timing.end, showsHours: showsHours), at: Vec2(right, base), .end),
      colors[.soft])
    drawKey(on: &raster, font)
    return raster
  }

  /// Separates the times on each true floor, with the floor's name where there is room.
  private func drawFloors(on raster: inout Raster, _ track: FilmTrack, _ place: FilmPlace) {
    guard place.floors.count > 1 else { return }
    let font = StrokeFont(size: 11.5 * layout.unit)
    var (start, floor) = (timing.start, track.shownFloor(at: timing.start))
    for index in 1..<max(2, timing.frameCount) {
      let time = timing.time(ofFrame: index)
      let next = track.shownFloor(at: time)
      guard next != floor || index == timing.frameCount - 1 else { continue }
      let (from, to) = (x(start), x(time))
      if next != floor {
        raster.stroke([Vec2(to, top), Vec2(to, bottom)], colors[.edge], width: layout.unit)
      }
      let name = place.name(of: floor)
      let base = bottom + 14 * layout.unit
      let half = font.width(of: name) / 2
      // The ends of the axis have the times.
      let middle = min(
        max((from + to) / 2, left + 40 * layout.unit + half), right - 40 * layout.unit - half)
      if to - from > 2 * half + 10 * layout.unit, (from...to).contains(middle) {
        raster.fill(font.path(name, at: Vec2(middle, base), .middle), colors[.soft])
      }
      (start, floor) = (time, next)
    }
  }

  private func drawKey(on raster: inout Raster, _ font: StrokeFont) {
    let unit = layout.unit
    let line = 13 * unit
    var start = left
    let entries: [(name: String, mark: (Vec2, inout Raster) -> Void)] = [
      ("true position", { $1.fill(.circle($0, radius: 5 * unit), colors[.truth]) }),
      ("reported position", { $1.fill(.circle($0, radius: 5 * unit), colors[.reported]) }),
      (
        "reported accuracy",
        { point, raster in
          raster.fill(.circle(point, radius: 5 * unit), colors[.reported], opacity: 0.16)
          raster.fill(.ring(point, radius: 5 * unit, width: 1.6 * unit), colors[.reported])
        }
      ),
    ]
    for (name, mark) in entries {
      mark(Vec2(start + 5 * unit, line), &raster)
      raster.fill(
        font.path(name, at: Vec2(start + 17 * unit, line + font.capHeight / 2)), colors[.soft])
      start += 17 * unit + font.width(of: name) + 22 * unit
    }
    let title = "error over time"
    if start + font.width(of: title) < right {
      raster.fill(
        font.path(title, at: Vec2(right, line + font.capHeight / 2), .end), colors[.soft])
    }
  }

  // MARK: - Curves

  /// Lets the curves grow up to a moment.
  mutating func advance(to time: Double) {
    while next < columns.count, columns[next].time <= time {
      let column = columns[next]
      let here = x(column.time)
      let before = next > 0 ? columns[next - 1] : nil
      let isNear =
        before.map { column.time - $0.time <= max(FilmTrack.freshness, 3 / scale) } ?? false
      let from = isNear ? before.map { x($0.time) } ?? here : here
      accuracy.add(.rectangle(Vec2(min(from, here - 1), y(column.accuracy)), Vec2(here, bottom)))
      if let error = column.error {
        let point = Vec2(here, y(error))
        let last = isNear ? before?.error.map { Vec2(from, y($0)) } : nil
        self.error.add(.line([last ?? point, point], width: 1.9 * layout.unit))
      }
      next += 1
    }
  }

  private var scale: Double { (right - left) / (timing.end - timing.start) }

  /// The strip at a moment up to which it has grown.
  func picture(at time: Double) -> Raster {
    var picture = base
    let unit = layout.unit
    picture.fill(accuracy, colors[.reported], opacity: 0.16)
    picture.fill(error, colors[.reported])
    let now = x(time)
    picture.stroke([Vec2(now, top), Vec2(now, bottom)], colors[.ink], width: 1.2 * unit)
    if next > 0, let error = columns[next - 1].error {
      let point = Vec2(now, y(error))
      picture.fill(.circle(point, radius: 5 * unit), colors[.panel])
      picture.fill(.circle(point, radius: 3.6 * unit), colors[.reported])
    }
    return picture
  }
}
