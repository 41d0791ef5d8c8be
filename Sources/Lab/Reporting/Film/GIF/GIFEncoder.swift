/// Encoder of animated GIF 89a: each image holds only what changed since the one before.
///
/// Unchanged pixels inside the changed rectangle are transparent. Equal frames become one image of their
/// common duration.
struct GIFEncoder {
  private let width, height: Int
  private let palette: FilmPalette
  private var lzw: LZWEncoder
  /// The indexes on the screen after the last image.
  private var shown: [UInt8] = []
  /// The indexes of a new frame, and the colours that gave them.
  private var indexes: [UInt8] = []
  private var colors: [RasterColor] = []
  /// The image that waits for its duration, without the graphic control extension.
  private var pending: [UInt8] = []
  private var delay = 0
  private var known: [RasterColor: UInt8] = [:]

  init(width: Int, height: Int, palette: FilmPalette) {
    self.width = width
    self.height = height
    self.palette = palette
    lzw = LZWEncoder(minCodeSize: palette.bits)
  }

  /// The header, the palette, and the extension that repeats the animation for ever.
  var header: [UInt8] {
    let table = (0..<(1 << palette.bits)).flatMap { index -> [UInt8] in
      let color = index < palette.colors.count ? palette.colors[index].channels : SIMD3(0, 0, 0)
      return [UInt8(color.x), UInt8(color.y), UInt8(color.z)]
    }
    let size = UInt8(palette.bits - 1)
    return Array("GIF89a".utf8) + Self.word(width) + Self.word(height)
      + [0x80 | size << 4 | size, 0, 0] + table
      + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
  }

  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - pixels: The frame's pixels, row by row.
  ///   - hundredths: Its duration, in hundredths of a second.
  /// - Returns: The bytes of the image before, if it is complete.
  mutating func add(_ pixels: [RasterColor], hundredths: Int) -> [UInt8] {
    let isFirst = shown.isEmpty
    index(pixels)
    let box = isFirst ? GIFBox(columns: 0..<width, rows: 0..<height) : changedBox
    guard let box else {
      delay += hundredths
      return []
    }
    let image = flush()
    pending = Self.descriptor(of: box) + smallest(in: box, isFirst: isFirst)
    delay = hundredths
    shown = indexes
    return image
  }

  /// Ends the animation.
  ///
  /// - Returns: The bytes of the last image, and the trailer.
  mutating func finish() -> [UInt8] { flush() + [0x3B] }

  /// Sets the indexes of a frame; only changed colours are looked up.
  private mutating func index(_ pixels: [RasterColor]) {
    if indexes.isEmpty {
      indexes = Array(repeating: 0, count: width * height)
      colors = Array(repeating: RasterColor(0), count: width * height)
      for position in indexes.indices { set(position, pixels[position]) }
      return
    }
    for position in indexes.indices where pixels[position] != colors[position] {
      set(position, pixels[position])
    }
  }

  private mutating func set(_ position: Int, _ color: RasterColor) {
    colors[position] = color
    if let index = known[color] {
      indexes[position] = index
    } else {
      let index = palette.nearest(to: color)
      known[color] = index
      indexes[position] = index
    }
  }

  /// The smallest rectangle around all changes; nil without any.
  private var changedBox: GIFBox? {
    var (left, right, top, bottom) = (width, -1, height, -1)
    for row in 0..<height {
      let range = (row * width)..<((row + 1) * width)
      guard let first = range.first(where: { indexes[$0] != shown[$0] }),
        let last = range.last(where: { indexes[$0] != shown[$0] })
      else { continue }
      (left, right) = (min(left, first - row * width), max(right, last - row * width))
      (top, bottom) = (min(top, row), row)
    }
    return right < 0 ? nil : GIFBox(columns: left..<(right + 1), rows: top..<(bottom + 1))
  }

  /// The image data of a rectangle, with or without transparent pixels, whichever is smaller.
  private mutating func smallest(in box: GIFBox, isFirst: Bool) -> [UInt8] {
    var (opaque, sparse): ([UInt8], [UInt8]) = ([], [])
    for row in box.rows {
      let range = (row * width + box.columns.lowerBound)..<(row * width + box.columns.upperBound)
      opaque += indexes[range]
      guard !isFirst else { continue }
      for position in range {
        sparse.append(
          indexes[position] == shown[position] ? palette.transparent : indexes[position])
      }
    }
    let first = lzw.encode(opaque)
    guard !isFirst else { return first }
    let second = lzw.encode(sparse)
    return second.count < first.count ? second : first
  }

  /// Returns the waiting image with its duration.
  private mutating func flush() -> [UInt8] {
    guard !pending.isEmpty else { return [] }
    defer { pending = [] }
    // Leave the image in place; the transparent index counts.
    return [0x21, 0xF9, 4, 1 << 2 | 1] + Self.word(min(delay, 0xFFFF)) + [palette.transparent, 0]
      + pending
  }

  private static func descriptor(of box: GIFBox) -> [UInt8] {
    [0x2C] + word(box.columns.lowerBound) + word(box.rows.lowerBound) + word(box.columns.count)
      + word(box.rows.count) + [0]
  }

  /// Two bytes, the lower one first.
  private static func word(_ value: Int) -> [UInt8] {
    [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)]
  }
}

/// A rectangle of pixels.
private struct GIFBox {
  var columns, rows: Range<Int>
}
