import Geometry

/// The heading of a film's frames: the run, the floors, the error, and the clock.
struct FilmHead {
  private let base: Raster
  private let track: FilmTrack
  private let place: FilmPlace
  private let layout: FilmLayout
  private let colors: PageColors
  private let small, large: StrokeFont
  private let showsHours: Bool
  /// The floors with a pill; empty if there are too many.
  private let pills: [FilmTrack.Floor]
  private static let maxPills = 8

  private var unit: Double { layout.unit }

  init(
    _ track: FilmTrack, _ place: FilmPlace, _ layout: FilmLayout, _ colors: PageColors,
    _ timing: FilmTiming, title: String, details: String
  ) {
    (self.track, self.place, self.layout, self.colors) = (track, place, layout, colors)
    small = StrokeFont(size: 12 * layout.unit)
    large = StrokeFont(size: 19 * layout.unit, isBold: true)
    showsHours = timing.end >= 3600
    let reported = track.fixes.filter { (timing.start...timing.end).contains($0.time) }
      .compactMap(\.floor)
    let floors = Set(place.floors + reported).sorted { ($0 ?? .min) > ($1 ?? .min) }
    pills = floors.count <= Self.maxPills ? floors : []
    var base = Raster(width: layout.width, height: layout.headHeight, colors[.paper])
    let unit = layout.unit
    // The title has what the figures on the right leave.
    let taken = 210 * unit + pills.reduce(0) { $0 + Self.width(ofPill: place.name(of: $1), unit) }
    let room = Double(layout.width) - taken - 16 * unit
    base.fill(
      large.path(large.fitted(title, to: room), at: Vec2(16, 30) * unit), colors[.ink])
    base.fill(
      small.path(small.fitted(details, to: room), at: Vec2(16, 49) * unit), colors[.soft])
    self.base = base
  }

  private static func width(ofPill name: String, _ unit: Double) -> Double {
    max(28 * unit, StrokeFont(size: 13 * unit, isBold: true).width(of: name) + 16 * unit) + 7 * unit
  }

  /// The heading at a moment.
  func picture(at time: Double) -> Raster {
    var picture = base
    let right = Double(layout.width) - 16 * unit
    picture.fill(large.path(clock(time), at: Vec2(right, 30 * unit), .end), colors[.ink])
    picture.fill(small.path("time", at: Vec2(right, 49 * unit), .end), colors[.soft])
    let middle = right - (showsHours ? 96 : 82) * unit
    let index = track.fix(at: time)
    let error = index.flatMap { track.fixes[$0].error }
    picture.fill(
      large.path(error.map(metres) ?? "–", at: Vec2(middle, 30 * unit), .end), colors[.reported])
    picture.fill(small.path("error", at: Vec2(middle, 49 * unit), .end), colors[.soft])
    drawFloors(on: &picture, to: middle - 100 * unit, at: time)
    return picture
  }

  /// The floors as pills from right to left: the true one filled, the reported one framed.
  private func drawFloors(on picture: inout Raster, to right: Double, at time: Double) {
    guard pills != [nil] else { return }
    let shown = track.shownFloor(at: time)
    let index = track.fix(at: time)
    let isFresh = index.map { time - track.fixes[$0].time <= FilmTrack.freshness } ?? false
    let reported = isFresh ? index.map { track.fixes[$0].floor } : nil
    let font = StrokeFont(size: 13 * unit, isBold: true)
    picture.fill(small.path("floor", at: Vec2(right, 49 * unit), .end), colors[.soft])
    var right = right
    for floor in pills.isEmpty ? [shown] : pills {
      let name = place.name(of: floor)
      let width = Self.width(ofPill: name, unit) - 7 * unit
      let (low, high) = (Vec2(right - width, 11 * unit), Vec2(right, 33 * unit))
      if reported == .some(floor) {
        let edge = Vec2(3, 3) * unit
        picture.fill(.rounded(low - edge, high + edge, radius: 9 * unit), colors[.reported])
        picture.fill(.rounded(low - edge / 3, high + edge / 3, radius: 7 * unit), colors[.paper])
      }
      picture.fill(
        .rounded(low, high, radius: 6 * unit), floor == shown ? colors[.truth] : colors[.faint])
      picture.fill(
        font.path(name, at: Vec2(right - width / 2, 22 * unit + font.capHeight / 2), .middle),
        floor == shown ? colors[.panel] : colors[.soft])
      right -= width + 7 * unit
    }
  }

  private func metres(_ error: Double) -> String {
    guard error < 100 else { return "\(Int(error.rounded())) m" }
    let tenths = Int((error * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) m"
  }

  private func clock(_ time: Double) -> String { clockText(time, showsHours: showsHours) }
}

/// A time as minutes and seconds, or with hours.
func clockText(_ time: Double, showsHours: Bool) -> String {
  let seconds = Int(max(0, time) + 1e-6)
  func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  let (hours, minutes) = (seconds / 3600, seconds / 60)
  return showsHours
    ? "\(hours):\(two(minutes % 60)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
}
