public import Documents
import Geometry

/// An animated GIF of a device's run: its plan with the true and the reported track, and the error over time.
///
/// Its bytes depend on the run's folder and the settings only. Frames are drawn one by one, so memory does not
/// grow with their number.
public struct RunFilm: Sendable {
  private let track: FilmTrack
  private let venue: SceneMap?
  private let settings: FilmSettings
  private let timing: FilmTiming
  private let title, details: String

  /// Number of frames that the palette is made from.
  private static let sampleCount = 24

  /// Reads a run's folder.
  ///
  /// - Throws: ``DocumentError`` if there is no run, none of the requested device, or nothing to show.
  public init(folder: String, _ settings: FilmSettings) throws(DocumentError) {
    let run = try RunReport(folder: folder) { key in
      key.scenario == settings.scenario ?? key.scenario && key.seed == settings.seed ?? key.seed
        && key.device == settings.device ?? key.device
    }
    guard let opening = run.opening else { throw Self.absence(in: run, folder) }
    let shown = run.tracks[opening.index]
    track = FilmTrack(shown)
    venue = SceneMap(of: shown.key.scenario, in: run)
    self.settings = settings
    guard let whole = track.span else {
      throw DocumentError(
        "'\(shown.key.device)' has positions at one moment only: there is nothing to show")
    }
    // A chosen end may lie outside the time indoors.
    let usual = track.indoorSpan ?? whole
    let start = max(settings.from ?? usual.lowerBound, whole.lowerBound)
    let end = min(settings.to ?? usual.upperBound, whole.upperBound)
    guard start < end else {
      throw DocumentError(
        "the film would end before it begins; the device has positions from "
          + "\(Self.text(whole.lowerBound)) to \(Self.text(whole.upperBound)) s")
    }
    timing = try FilmTiming(
      from: start, to: end, speed: settings.speed, framesPerSecond: settings.framesPerSecond)
    title = shown.key.scenario
    let who =
      shown.key.seed.isEmpty ? shown.key.device : "\(shown.key.device), seed \(shown.key.seed)"
    details = "\(who) · \(Self.text(timing.speed)) × real time"
  }

  /// The reason for which there is no track.
  private static func absence(in run: RunReport, _ folder: String) -> DocumentError {
    let devices = run.curves.map(\.device).reduce(into: [String]()) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    guard !devices.isEmpty else {
      return DocumentError("'\(folder)' has neither reported locations nor true tracks to show")
    }
    let names = devices.prefix(8).joined(separator: ", ") + (devices.count > 8 ? " and others" : "")
    let seeds = (run.manifest["finished"]?.listValue ?? []).compactMap { range -> String? in
      guard let first = range["first_seed"]?.textValue, let last = range["last_seed"]?.textValue
      else { return nil }
      return first == last ? first : "\(first)-\(last)"
    }
    let of = seeds.isEmpty ? "" : ", under seeds \(seeds.prefix(8).joined(separator: ", "))"
    return DocumentError(
      "'\(folder)' has no such scenario, seed or device; it has the devices \(names)\(of)")
  }

  private static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15
      ? "\(Int(value))" : "\((value * 10).rounded() / 10)"
  }

  /// The number of frames.
  public var frameCount: Int { timing.frameCount }

  /// The film in a line: the device, the time, and the size.
  public var summary: String {
    let layout = scene().layout
    return "\(title), \(details): \(clockText(timing.start, showsHours: timing.end >= 3600)) to "
      + "\(clockText(timing.end, showsHours: timing.end >= 3600)), \(frameCount) frames of "
      + "\(layout.width) by \(layout.height) pixels"
  }

  /// Writes the film piece by piece.
  ///
  /// - Throws: Errors of `write`.
  public func write<Failure: Error>(_ write: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    var film = scene()
    var encoder = GIFEncoder(
      width: film.layout.width, height: film.layout.height, palette: palette())
    try write(encoder.header)
    for frame in 0..<frameCount {
      film.advance(to: timing.time(ofFrame: frame))
      try write(encoder.add(film.picture(), hundredths: timing.hundredths(ofFrame: frame)))
    }
    try write(encoder.finish())
  }

  private func scene() -> FilmScene {
    FilmScene(track, venue, settings, timing, title: title, details: details)
  }

  /// The palette of some frames over the whole film.
  private func palette() -> FilmPalette {
    var film = scene()
    var counts: [RasterColor: Int] = [:]
    let count = min(Self.sampleCount, frameCount)
    for number in 0..<count {
      film.advance(to: timing.time(ofFrame: number * (frameCount - 1) / max(1, count - 1)))
      for color in film.picture() { counts[color, default: 0] += 1 }
    }
    return FilmPalette(counts)
  }
}

/// The parts of a film's frames, which grow together.
private struct FilmScene {
  let layout: FilmLayout
  private let head: FilmHead
  private var plan: FilmPlan
  private var strip: FilmStrip
  private var time: Double

  init(
    _ track: FilmTrack, _ venue: SceneMap?, _ settings: FilmSettings, _ timing: FilmTiming,
    title: String, details: String
  ) {
    let colors = PageColors(settings.isDark ? .dark : .light)
    let place = FilmPlace(venue, track, timing)
    layout = FilmLayout(width: settings.width, aspect: place.aspect)
    head = FilmHead(track, place, layout, colors, timing, title: title, details: details)
    plan = FilmPlan(track, place, layout, colors, timing)
    strip = FilmStrip(track, place, layout, colors, timing)
    time = timing.start
  }

  mutating func advance(to time: Double) {
    self.time = time
    plan.advance(to: time)
    strip.advance(to: time)
  }

  /// The pixels of the frame, row by row.
  func picture() -> [RasterColor] {
    head.picture(at: time).pixels + plan.picture().pixels + strip.picture(at: time).pixels
  }
}
