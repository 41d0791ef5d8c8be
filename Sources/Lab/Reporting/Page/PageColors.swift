import Documents
import Maps

/// The colours of a report page, light or dark, as its style declares them.
package struct PageColors: Sendable {
  /// A scheme of colours.
  package enum Scheme: String, CaseIterable, Sendable { case light, dark }

  /// A colour that the page's style declares for both schemes, by its name there.
  package enum PageColor: String, CaseIterable, Sendable {
    case edge, faint, floor, ground, ink, line, panel, paper, road, soft, unit, wall
    case reported = "told"
    case truth = "true"
  }

  private let variables: [String: RasterColor]
  private let scheme: Scheme

  package init(_ scheme: Scheme) {
    self.scheme = scheme
    // The declarations of the light scheme come first; the page's button selects the dark ones by this attribute.
    let style = PageTexts.style
    let start = scheme == .light ? ":root {" : ":root[data-theme=\"dark\"] {"
    variables = Self.declarations(in: style, after: start)
  }

  /// Reads `--name: #rrggbb;` up to the end of a rule.
  private static func declarations(in style: String, after start: String) -> [String: RasterColor] {
    let lines = style.split(separator: "\n").drop { !$0.hasPrefix(start) }.dropFirst()
    var colors: [String: RasterColor] = [:]
    for line in lines.prefix(while: { !$0.hasPrefix("}") }) {
      for declaration in line.split(separator: ";") {
        let parts = declaration.split(separator: ":").map { $0.drop { $0 == " " } }
        guard parts.count == 2, parts[0].hasPrefix("--") else { continue }
        colors[String(parts[0].dropFirst(2))] = RasterColor(hex: parts[1])
      }
    }
    return colors
  }

  /// The names that the style doesn't declare, whose colour is black; a test sees that there are none.
  package var missing: [PageColor] { PageColor.allCases.filter { variables[$0.rawValue] == nil } }

  subscript(name: PageColor) -> RasterColor { variables[name.rawValue] ?? RasterColor(0) }

  /// The colour of a room.
  func tint(of kind: UnitKind) -> RasterColor {
    guard let hue = Self.hue(of: kind) else { return self[.unit] }
    return scheme == .light
      ? RasterColor(hue: hue, saturation: 0.48, lightness: 0.93)
      : RasterColor(hue: hue, saturation: 0.22, lightness: 0.21)
  }

  /// The hue of a kind of room, in degrees; nil for the neutral colour.
  private static func hue(of kind: UnitKind) -> Double? {
    switch kind {
    case .shop: 30
    case .food, .kitchen: 24
    case .exhibit, .theatre, .casino: 262
    case .gate, .lounge, .security: 210
    case .ward, .laboratory: 110
    case .office, .room, .home: 95
    case .garden, .terrace: 130
    case .stairs, .escalator, .lift, .ramp: 42
    default: nil
    }
  }

  /// The tints of rooms by scheme and kind, for the page's script.
  static var tints: JSONValue {
    .object(
      JSONObject(
        Scheme.allCases.map { scheme in
          let colors = PageColors(scheme)
          let kinds = UnitKind.allCases.filter { hue(of: $0) != nil }
          return (
            scheme.rawValue,
            .object(
              JSONObject(kinds.map { ($0.rawValue, .string(colors.tint(of: $0).hex)) }))
          )
        }))
  }
}

extension RasterColor {
  /// A colour by hue in degrees, saturation and lightness, as CSS defines `hsl()`.
  init(hue: Double, saturation: Double, lightness: Double) {
    let reach = saturation * min(lightness, 1 - lightness)
    let channels = [0.0, 8, 4].map { offset -> UInt32 in
      let k = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      return UInt32(((lightness - reach * max(-1, min(k - 3, 9 - k, 1))) * 255).rounded())
    }
    self.init(channels[0] << 16 | channels[1] << 8 | channels[2])
  }

  /// The colour as `#rrggbb`.
  var hex: String {
    let digits = String(value, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
