import Geometry

/// A letter of the stroke font: its lines in units, y up from the base line.
struct StrokeGlyph {
  var width: Double
  var lines: [[Vec2]]

  /// The glyph of a character; a box for an unknown one.
  static func glyph(of character: Character) -> StrokeGlyph {
    glyphs[character] ?? box
  }

  private static let box = StrokeGlyph("4 M0 0L0 7L4 7L4 0L0 0")

  private static let glyphs: [Character: StrokeGlyph] = {
    var glyphs = StrokeGlyphTable.base.mapValues { StrokeGlyph($0) }
    for (mark, letters) in StrokeGlyphTable.marks {
      let pairs = letters.split(separator: " ").map(Array.init)
      for pair in pairs {
        // A dot gives way to the mark.
        let base = pair[1] == "i" ? "ı" : pair[1]
        if let letter = glyphs[base] {
          glyphs[pair[0]] = letter.marked(StrokeGlyph(mark), isTall: pair[1].isUppercase)
        }
      }
    }
    return glyphs
  }()

  /// Puts a mark above the middle of the letter.
  private func marked(_ mark: StrokeGlyph, isTall: Bool) -> StrokeGlyph {
    let shift = Vec2(width / 2, isTall ? 7 : 5)
    return StrokeGlyph(width: width, lines: lines + mark.lines.map { $0.map { $0 + shift } })
  }

  private init(width: Double, lines: [[Vec2]]) {
    self.width = width
    self.lines = lines
  }

  /// Reads the table's notation: the width, then commands of a letter and a point.
  ///
  /// `M` begins a line and `L` continues it. `X` and `Y` are quarter ellipses that leave along x or along y.
  private init(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    width = Double(parts[0]) ?? 0
    lines = []
    guard parts.count > 1 else { return }
    var rest = parts[1][...]
    while let command = rest.popFirst() {
      let end = rest.firstIndex { "MLXY".contains($0) } ?? rest.endIndex
      let numbers = rest[..<end].split(separator: " ").compactMap { Double($0) }
      rest = rest[end...]
      guard numbers.count == 2 else { continue }
      add(command, Vec2(numbers[0], numbers[1]))
    }
  }

  private mutating func add(_ command: Character, _ point: Vec2) {
    guard command != "M", let last = lines.indices.last, let from = lines[last].last else {
      return lines.append([point])
    }
    switch command {
    case "X": lines[last] += Self.quarter(from, Vec2(from.x, point.y), point)
    case "Y": lines[last] += Self.quarter(from, Vec2(point.x, from.y), point)
    default: lines[last].append(point)
    }
  }

  /// Points on a quarter ellipse around a centre, from one end of its axes to the other.
  private static func quarter(_ from: Vec2, _ centre: Vec2, _ to: Vec2) -> [Vec2] {
    let (a, b) = (from - centre, to - centre)
    return UnitCircle.quadrant.dropFirst().map { centre + a * $0.x + b * $0.y }
  }
}
