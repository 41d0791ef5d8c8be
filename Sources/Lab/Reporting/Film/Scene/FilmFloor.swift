import Geometry

/// A floor of a film: its backdrop, and the tracks on it, which grow from frame to frame.
struct FilmFloor {
  let backdrop: FilmBackdrop
  private var truth, truthEdge, reports: RasterMask
  private let unit: Double

  init(_ backdrop: FilmBackdrop, unit: Double) {
    self.backdrop = backdrop
    self.unit = unit
    truth = RasterMask(width: backdrop.raster.width, height: backdrop.raster.height)
    (truthEdge, reports) = (truth, truth)
  }

  /// Adds a part of the true track.
  mutating func addTruth(_ points: [Vec2]) {
    let pixels = points.map(backdrop.view.pixel)
    truth.add(.line(pixels, width: 4 * unit))
    truthEdge.add(.line(pixels, width: 6.5 * unit))
  }

  /// Adds a line between two successive reports, or a point for one without a predecessor.
  mutating func addReport(_ points: [Vec2]) {
    let pixels = points.map(backdrop.view.pixel)
    reports.add(.line(pixels, width: 1.5 * unit))
    if let last = pixels.last { reports.add(.circle(last, radius: 1.5 * unit)) }
  }

  /// The plan with the tracks so far, and the names above them.
  func picture(_ colors: PageColors) -> Raster {
    var picture = backdrop.raster
    picture.fill(truthEdge, colors[.floor], opacity: 0.8)
    picture.fill(truth, colors[.truth], opacity: 0.6)
    picture.fill(reports, colors[.reported], opacity: 0.75)
    picture.fill(backdrop.halos, colors[.floor], opacity: 0.75)
    picture.fill(backdrop.names, colors[.ink])
    return picture
  }
}
