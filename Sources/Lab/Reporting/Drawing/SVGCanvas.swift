import Documents
import Geometry
import Maps
import Recordings

/// SVG drawing surface in metres east and north, with north up.
struct SVGCanvas {
  /// The style of a shape.
  struct ShapeStyle {
    var fill: String? = nil
    var stroke: String? = nil
    /// In metres on the ground.
    var width = 0.1
    var opacity = 1.0
    var dash: String? = nil
  }

  let box: Box2
  /// Drawing units per metre.
  let scale: Double
  /// The SVG elements so far.
  var body = ""

  /// The size of the drawing, in drawing units.
  var width: Double { (box.maximum.x - box.minimum.x) * scale }
  var height: Double { (box.maximum.y - box.minimum.y) * scale }
  /// The size of a drawing unit, in m.
  var unit: Double { 1 / scale }

  /// Creates a canvas for a part of the plane, some 1,600 units along its longer side.
  init(box: Box2) {
    let size = box.maximum - box.minimum
    let margin = 0.04 * Swift.max(size.x, size.y, 1)
    let reach = Vec2(margin, margin)
    self.box = Box2(box.minimum - reach, box.maximum + reach)
    scale = 1600 / Swift.max(size.x + 2 * margin, size.y + 2 * margin)
  }

  func place(_ point: Vec2) -> String {
    "\(brief((point.x - box.minimum.x) * scale)) \(brief((box.maximum.y - point.y) * scale))"
  }

  /// Formats drawing units to a tenth.
  func brief(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let tenths = Int((min(max(value, -1e9), 1e9) * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let part = abs(tenths) % 10
    return part == 0 ? "\(sign)\(abs(tenths) / 10)" : "\(sign)\(abs(tenths) / 10).\(part)"
  }

  private func attributes(_ style: ShapeStyle) -> String {
    var text = " fill=\"\(style.fill ?? "none")\""
    if let stroke = style.stroke {
      text += " stroke=\"\(stroke)\" stroke-width=\"\(brief(max(0.5, style.width * scale)))\""
    }
    if style.opacity < 1 { text += " opacity=\"\(brief(style.opacity))\"" }
    if let dash = style.dash { text += " stroke-dasharray=\"\(dash)\"" }
    return text
  }

  mutating func polygon(_ polygon: Polygon, _ style: ShapeStyle) {
    let rings = polygon.rings.map { "M" + $0.map { place($0) }.joined(separator: "L") + "Z" }
    body += "<path fill-rule=\"evenodd\" d=\"\(rings.joined())\"\(attributes(style))/>\n"
  }

  mutating func line(_ points: [Vec2], _ style: ShapeStyle) {
    guard points.count > 1 else { return }
    let path = points.map { place($0) }.joined(separator: "L")
    body += "<path d=\"M\(path)\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
    body += "\(attributes(style))/>\n"
  }

  /// Draws many separate segments as one path.
  mutating func segments(_ segments: [Segment2], _ style: ShapeStyle) {
    guard !segments.isEmpty else { return }
    let path = segments.map { "M\(place($0.start))L\(place($0.end))" }.joined()
    body += "<path d=\"\(path)\" stroke-linecap=\"round\"\(attributes(style))/>\n"
  }

  /// Draws a dot with a radius in drawing units, and a tooltip.
  mutating func dot(_ point: Vec2, radius: Double, _ style: ShapeStyle, title: String = "") {
    let parts = place(point).split(separator: " ")
    body += "<circle cx=\"\(parts[0])\" cy=\"\(parts[1])\" r=\"\(brief(radius))\""
    body += attributes(style)
    body += title.isEmpty ? "/>\n" : "><title>\(inXML(title))</title></circle>\n"
  }

  /// Draws text centred at a point, with a size in drawing units, and a halo for texts on colours.
  mutating func text(
    _ text: String, at point: Vec2, size: Double, color: String = "#444", anchor: String = "middle",
    halo: String? = nil
  ) {
    let parts = place(point).split(separator: " ")
    body += "<text x=\"\(parts[0])\" y=\"\(parts[1])\" font-size=\"\(brief(size))\""
    body += " fill=\"\(color)\" text-anchor=\"\(anchor)\" dominant-baseline=\"middle\""
    if let halo {
      body += " stroke=\"\(halo)\" stroke-width=\"\(brief(size / 4))\" paint-order=\"stroke\""
      body += " stroke-linejoin=\"round\""
    }
    body += ">\(inXML(text))</text>\n"
  }

  /// Draws a scale bar of a round length at the lower left.
  mutating func scaleBar() {
    let wanted = (box.maximum.x - box.minimum.x) / 6
    let steps: [Double] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]
    let length = steps.last { $0 <= wanted } ?? 1
    let corner = box.minimum + Vec2(14 * unit, 14 * unit)
    line(
      [corner, corner + Vec2(length, 0)], ShapeStyle(stroke: "#333", width: 3 * unit))
    text(
      "\(Int(length)) m", at: corner + Vec2(length + 8 * unit, 0), size: 15, anchor: "start")
  }

  /// Shrinks a document to the width of a browser's window, and keeps its own size elsewhere.
  static let fit = "max-width:100%;height:auto"

  /// Draws the names of units with enough space.
  mutating func names(of level: Level, halo: String? = nil) {
    for unit in level.units where unit.kind != .corridor && unit.kind != .void {
      let size = unit.shape.bounds.maximum - unit.shape.bounds.minimum
      let room = size.x / self.unit
      let height = min(14, room / Double(max(4, unit.name.count)) * 1.7)
      guard height >= 5, size.y / self.unit > height else { continue }
      let middle =
        unit.shape.contains(unit.shape.centroid)
        ? unit.shape.centroid : (unit.shape.bounds.minimum + unit.shape.bounds.maximum) * 0.5
      text(
        unit.name, at: middle, size: height, color: halo == nil ? "#6b655c" : "#2f2d2a", halo: halo)
    }
  }

  /// Returns the complete document.
  func document(title: String, note: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -44 \(brief(width)) \(brief(height + 44))" \
    width="\(brief(width))" height="\(brief(height + 44))" style="\(Self.fit)" \
    font-family="Helvetica, Arial, sans-serif">
    <rect x="0" y="-44" width="100%" height="100%" fill="#fbfaf7"/>
    <text x="14" y="-20" font-size="22" fill="#222">\(inXML(title))</text>
    <text x="\(brief(width - 14))" y="-20" font-size="14" fill="#666" text-anchor="end">\
    \(inXML(note))</text>
    \(body)</svg>

    """
  }
}
