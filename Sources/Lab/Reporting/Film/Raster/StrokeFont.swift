package import Geometry

/// A font of strokes, drawn for this program: lines and quarter ellipses with round ends, of any size and weight.
///
/// Letters are 7 units tall, small ones 5, and reach 2 units below the base line.
package struct StrokeFont {
  /// The pixels of a unit.
  let unit: Double
  /// The width of strokes, in pixels.
  let stroke: Double

  /// Creates a font by its size as in CSS, of which a capital letter has seven tenths.
  package init(size: Double, isBold: Bool = false) {
    unit = size / 10
    stroke = unit * (isBold ? 1.45 : 0.95)
    gap = isBold ? 2.1 : 1.75
  }

  /// The space between letters, and the width of a blank, in units.
  private let gap: Double
  private static let space = 2.6

  /// The height of capital letters, in pixels.
  package var capHeight: Double { 7 * unit }

  /// The width of a text, in pixels.
  package func width(of text: String) -> Double {
    let advances = text.map(advance)
    return max(0, advances.reduce(0, +) - gap) * unit
  }

  private func advance(of character: Character) -> Double {
    character == " " ? Self.space : StrokeGlyph.glyph(of: character).width + gap
  }

  package enum TextAnchor { case start, middle, end }

  /// The path of a text on a base line, optionally widened by a halo.
  package func path(
    _ text: String, at point: Vec2, _ anchor: TextAnchor = .start, halo: Double = 0
  ) -> RasterPath {
    var path = RasterPath()
    let width = width(of: text)
    var x = point.x - (anchor == .start ? 0 : anchor == .middle ? width / 2 : width)
    for character in text {
      defer { x += advance(of: character) * unit }
      guard character != " " else { continue }
      for line in StrokeGlyph.glyph(of: character).lines {
        let points = line.map { Vec2(x + $0.x * unit, point.y - $0.y * unit) }
        path.addLine(points, width: stroke + 2 * halo)
      }
    }
    return path
  }

  /// The text shortened to a width, with dots.
  package func fitted(_ text: String, to width: Double) -> String {
    guard self.width(of: text) > width else { return text }
    var text = text
    while !text.isEmpty, self.width(of: text + "…") > width { text.removeLast() }
    return text.isEmpty ? "" : text + "…"
  }
}
