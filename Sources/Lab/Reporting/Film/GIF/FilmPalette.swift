/// A palette of up to 255 colours and a transparent one, by median cut (Heckbert 1982).
///
/// Each box of the cut is represented by its most frequent colour, so that flat areas keep theirs exactly.
package struct FilmPalette {
  package let colors: [RasterColor]
  /// The index of transparency, the one after all colours.
  package var transparent: UInt8 { UInt8(colors.count) }
  /// The number of bits of an index: 2 to 8.
  package var bits: Int {
    (2...8).first { 1 << $0 > colors.count } ?? 8
  }

  private typealias Entry = (color: RasterColor, weight: Double)

  /// - Parameters:
  ///   - counts: The number of pixels of each colour.
  ///   - maximum: The maximum number of colours, at most 255.
  package init(_ counts: [RasterColor: Int], maximum: Int = 255) {
    // The square root keeps the colours of small marks beside those of large areas.
    let entries = counts.map { Entry($0.key, Double($0.value).squareRoot()) }
      .sorted { $0.color < $1.color }
    var boxes = entries.isEmpty ? [] : [ColorBox(entries)]
    while boxes.count < min(maximum, 255) {
      guard let widest = boxes.indices.max(by: { boxes[$0].spread < boxes[$1].spread }),
        let (low, high) = boxes[widest].halves
      else { break }
      boxes[widest] = low
      boxes.append(high)
    }
    colors = Set(boxes.map(\.mode)).sorted()
  }

  /// The index of the nearest colour, by the sum of squared differences.
  package func nearest(to color: RasterColor) -> UInt8 {
    var best = (index: 0, distance: Int.max)
    for (index, candidate) in colors.enumerated() {
      let difference = candidate.channels &- color.channels
      let distance = (difference &* difference).wrappedSum()
      if distance < best.distance { best = (index, distance) }
    }
    return UInt8(best.index)
  }

  /// A box of the colour space with the colours in it.
  private struct ColorBox {
    let entries: [Entry]
    /// The weighted sum of squared deviations along the axis on which it is largest.
    let spread: Double
    private let axis: Int
    private let mean: Double

    init(_ entries: [Entry]) {
      self.entries = entries
      let total = entries.reduce(0) { $0 + $1.weight }
      var best = (spread: -1.0, axis: 0, mean: 0.0)
      for axis in 0..<3 {
        let mean = entries.reduce(0) { $0 + Double($1.color.channels[axis]) * $1.weight } / total
        let spread = entries.reduce(0) { sum, entry in
          let deviation = Double(entry.color.channels[axis]) - mean
          return sum + deviation * deviation * entry.weight
        }
        if spread > best.spread { best = (spread, axis, mean) }
      }
      (spread, axis, mean) = best
    }

    /// The two parts below and above the mean of the axis; nil for a single colour.
    var halves: (ColorBox, ColorBox)? {
      let low = entries.filter { Double($0.color.channels[axis]) <= mean }
      let high = entries.filter { Double($0.color.channels[axis]) > mean }
      guard !low.isEmpty, !high.isEmpty else { return nil }
      return (ColorBox(low), ColorBox(high))
    }

    /// The most frequent colour; the darkest of several.
    var mode: RasterColor {
      entries.max { ($0.weight, $1.color) < ($1.weight, $0.color) }?.color ?? RasterColor(0)
    }
  }
}
