import Geometry

/// A colour of 8 bits per channel.
package struct RasterColor: Hashable, Comparable {
  /// `0xRRGGBB`.
  package let value: UInt32

  package init(_ value: UInt32) { self.value = value & 0xFF_FFFF }

  /// A colour written `#rrggbb`; nil for anything else.
  init?(hex text: some StringProtocol) {
    guard text.utf8.count == 7, text.hasPrefix("#"), let value = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    self.init(value)
  }

  package var channels: SIMD3<Int> {
    SIMD3(Int(value >> 16), Int(value >> 8 & 0xFF), Int(value & 0xFF))
  }

  /// The colour with a share of another on it, in 255ths.
  func covered(by color: RasterColor, _ share: Int) -> RasterColor {
    guard share < 255 else { return color }
    let mixed = (channels &* (255 - share) &+ color.channels &* share &+ 127) / 255
    return RasterColor(UInt32(mixed.x << 16 | mixed.y << 8 | mixed.z))
  }

  package static func < (left: RasterColor, right: RasterColor) -> Bool { left.value < right.value }
}

/// An image of 8 bits per channel, with anti-aliased painting.
package struct Raster {
  package let width, height: Int
  package private(set) var pixels: [RasterColor]
  private var coverage: Coverage

  package init(width: Int, height: Int, _ color: RasterColor) {
    self.width = width
    self.height = height
    pixels = Array(repeating: color, count: width * height)
    coverage = Coverage(width: width, height: height)
  }

  package subscript(column: Int, row: Int) -> RasterColor { pixels[row * width + column] }

  /// Fills a path with a colour of an opacity from 0 to 1.
  package mutating func fill(
    _ path: RasterPath, _ color: RasterColor, opacity: Double = 1,
    _ rule: Coverage.FillRule = .nonZero
  ) {
    let alpha = Self.alpha(opacity)
    coverage.fill(path, rule) { column, row, share in
      let index = row * width + column
      pixels[index] = pixels[index].covered(by: color, (share * alpha + 127) / 255)
    }
  }

  /// Strokes a line with round joins.
  mutating func stroke(_ points: [Vec2], _ color: RasterColor, width: Double, opacity: Double = 1) {
    fill(.line(points, width: width), color, opacity: opacity)
  }

  /// Fills a mask with a colour.
  mutating func fill(_ mask: RasterMask, _ color: RasterColor, opacity: Double = 1) {
    let alpha = Self.alpha(opacity)
    for row in mask.rows {
      for index in (row * width)..<((row + 1) * width) where mask.shares[index] > 0 {
        pixels[index] = pixels[index].covered(
          by: color, (Int(mask.shares[index]) * alpha + 127) / 255)
      }
    }
  }

  private static func alpha(_ opacity: Double) -> Int {
    Int((min(max(opacity, 0), 1) * 255).rounded())
  }
}

/// The union of many paths, to which more can be added: a growing track, or all names of a plan.
struct RasterMask {
  /// Coverage of each pixel, from 0 to 255.
  private(set) var shares: [UInt8]
  /// The rows with coverage.
  private(set) var rows = 0..<0
  private let width: Int
  private var coverage: Coverage

  init(width: Int, height: Int) {
    self.width = width
    shares = Array(repeating: 0, count: width * height)
    coverage = Coverage(width: width, height: height)
  }

  mutating func add(_ path: RasterPath) {
    var (low, high) = rows.isEmpty ? (Int.max, 0) : (rows.lowerBound, rows.upperBound)
    coverage.fill(path) { column, row, share in
      let index = row * width + column
      shares[index] = max(shares[index], UInt8(share))
      low = min(low, row)
      high = max(high, row + 1)
    }
    if low < high { rows = low..<high }
  }
}
