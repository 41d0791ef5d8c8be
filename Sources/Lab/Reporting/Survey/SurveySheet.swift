import Documents
import Geometry
import Recordings

/// An image of a level in one or two panels, each with its legend.
struct SurveySheet {
  /// A map with its legend.
  struct Panel {
    var title: String
    var canvas: SVGCanvas
    var steps: ColorSteps
    /// The legend's title.
    var legend: String
  }

  private static let head = 56.0, caption = 34.0, foot = 62.0, gap = 36.0

  let title, note: String
  let panels: [Panel]
  /// Minimum width of the image, in pixels, since its heading is longer than some maps are wide.
  var minWidth = 0.0

  /// True if panels are side by side, false if stacked.
  private var isBeside: Bool {
    panels.first.map { $0.canvas.height > $0.canvas.width } ?? false
  }

  /// Returns the upper left corner of a panel's map.
  private func corner(_ number: Int) -> Vec2 {
    guard let canvas = panels.first?.canvas else { return .zero }
    let step = Double(number)
    return isBeside
      ? Vec2(step * (canvas.width + Self.gap), Self.head + Self.caption)
      : Vec2(0, Self.head + Self.caption + step * (canvas.height + Self.caption + Self.foot))
  }

  /// The image's size, in pixels.
  var size: Vec2 {
    guard let canvas = panels.first?.canvas else { return .zero }
    let last = corner(panels.count - 1)
    return Vec2(max(minWidth, last.x + canvas.width), last.y + canvas.height + Self.foot)
  }

  /// Returns the pixel of the first panel at a point of the plane.
  func pixel(of point: Vec2) -> Vec2 {
    guard let canvas = panels.first?.canvas else { return .zero }
    let (box, corner) = (canvas.box, corner(0))
    return corner
      + Vec2((point.x - box.minimum.x) * canvas.scale, (box.maximum.y - point.y) * canvas.scale)
  }

  /// The image as an SVG document.
  var svg: String {
    guard let canvas = panels.first?.canvas else { return "" }
    let (width, height) = (canvas.brief(size.x), canvas.brief(size.y))
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
      height="\(height)" style="\(SVGCanvas.fit)" font-family="Helvetica, Arial, sans-serif">
      <rect width="100%" height="100%" fill="#fbfaf7"/>
      <text x="24" y="38" font-size="24" font-weight="bold" fill="#222">\(inXML(title))</text>
      <text x="\(canvas.brief(size.x - 24))" y="38" font-size="17" fill="#555" \
      text-anchor="end">\(inXML(note))</text>

      """
    for (number, panel) in panels.enumerated() {
      let corner = corner(number)
      text += "<g transform=\"translate(\(canvas.brief(corner.x)) \(canvas.brief(corner.y)))\">\n"
      text += "<text x=\"24\" y=\"-8\" font-size=\"18\" fill=\"#333\">"
      text += "\(inXML(panel.title))</text>\n"
      text += panel.canvas.body + Self.legend(panel) + "</g>\n"
    }
    return text + "</svg>\n"
  }

  /// Draws the colour swatches with their labels, in a row below the map.
  private static func legend(_ panel: Panel) -> String {
    let canvas = panel.canvas
    let (top, left) = (canvas.height + 12, 24.0)
    let name = "<text x=\"\(canvas.brief(left))\" y=\"\(canvas.brief(top + 15))\" font-size=\"15\" "
    var text = name + "fill=\"#444\">\(inXML(panel.legend))</text>\n"
    // The approximate width of the letters.
    let start = left + Double(panel.legend.count) * 8.4 + 24
    let width = min(92, (canvas.width - start - left) / Double(panel.steps.colors.count))
    for (number, (color, label)) in zip(panel.steps.colors, panel.steps.labels).enumerated() {
      let x = start + Double(number) * width
      text += "<rect x=\"\(canvas.brief(x))\" y=\"\(canvas.brief(top))\" fill=\"\(color)\" "
      text += "width=\"\(canvas.brief(width))\" height=\"18\"/>\n"
      text += "<text x=\"\(canvas.brief(x + width / 2))\" y=\"\(canvas.brief(top + 36))\" "
      text += "font-size=\"14\" fill=\"#444\" text-anchor=\"middle\">\(inXML(label))</text>\n"
    }
    return text
  }
}
