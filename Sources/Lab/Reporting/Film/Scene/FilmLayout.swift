/// The sizes of a frame's parts, in pixels: a heading, the plan, and the error over time.
struct FilmLayout {
  let width: Int
  /// The pixels of a unit of the design, which is 800 units wide.
  let unit: Double
  let headHeight, planHeight, stripHeight: Int
  var height: Int { headHeight + planHeight + stripHeight }

  /// - Parameters:
  ///   - width: The frame's width.
  ///   - aspect: The plan's height in widths, as far as a frame has room for it.
  init(width: Int, aspect: Double) {
    self.width = width
    // Narrow frames keep letters legible.
    unit = max(0.8, Double(width) / 800)
    headHeight = Int((60 * unit).rounded())
    stripHeight = Int((112 * unit).rounded())
    let wanted = aspect * Double(width)
    planHeight = Int(min(max(wanted, 200 * unit), min(Double(width), 560 * unit)).rounded())
  }
}
