import Maps

extension RadioField {
  typealias Lanes = RadioPlaces.Lanes

  /// What the survey says of a sender at eight places.
  struct Found {
    /// The mean strength in dBm, and its variance in dB².
    var level, variance: Lanes
    /// Where the sender is from there, as a unit vector; shorter when it is near, where what a body
    /// takes depends on little things.
    var bearing: (east: Lanes, north: Lanes)
  }

  /// Adds what a reading says to the sums of some places.
  ///
  /// - Parameters:
  ///   - reading: The reading.
  ///   - strength: What the surveyor's phone would have heard, in dBm.
  ///   - noise: The variance of readings, in dB².
  ///   - limit: How much it counts at most, as a square in standard deviations.
  ///   - facing: Which way the bearer looks, as long as what the body makes of a sender ahead, in dB.
  ///   - hearing: How much it counts that the sender is seldom heard where it is weak, from 0 to 1.
  ///   - places: The places.
  ///   - sums: Their sums, a block for a block.
  func add(
    _ reading: HeardLevel, _ strength: Float, _ noise: Float, limit: Float,
    facing: SIMD2<Float>, hearing: Float, at places: RadioPlaces, to sums: inout [RadioSums]
  ) {
    let (silence, robust) = (silence, robustFrom)
    let price = 0.5 * hearing / (heardSpread * heardSpread)
    each(reading.sender, at: places) { number, found in
      let body = found.bearing.east * facing.x + found.bearing.north * facing.y
      sums[number].add(
        strength - found.level - body, found.variance + noise, limit: limit, robust: robust,
        isHeard: found.level .> silence, found.bearing)
      guard price > 0 else { return }
      // A survey's mean is of what was heard. Where that is weak most was not, so that to hear the
      // sender at all speaks against the place.
      let missing = (surelyHeard - found.level).within(0, .infinity)
      sums[number].doubt(by: price * missing * missing)
    }
  }

  /// Goes through what the survey says of a sender, block by block.
  @inline(__always)
  func each(_ sender: Int, at places: RadioPlaces, _ take: (Int, Found) -> Void) {
    let silent = Found(
      level: Lanes(repeating: silence), variance: Lanes(repeating: silentVariance),
      bearing: (.zero, .zero))
    // Most blocks in a row are on one level.
    var level = -1
    var window: Window?
    for (number, block) in places.blocks.enumerated() {
      if block.plane != level {
        level = block.plane
        window = self.window(sender, plane: level)
      }
      take(number, window.map { found($0, block) } ?? silent)
    }
  }

  /// What the survey says in a window: of the four grid points around, of which the nearest gives the
  /// doubt.
  @inline(__always)
  private func found(_ window: Window, _ block: RadioPlaces.Block) -> Found {
    let (columns, rows) = (Float(window.columns), Float(window.rows))
    var u = (block.x - Float(window.x)) * Float(window.perMetre)
    var v = (block.y - Float(window.y)) * Float(window.perMetre)
    let isInside =
      (u .>= -0.5) .& (v .>= -0.5) .& (u .<= columns - 0.5) .& (v .<= rows - 0.5)
    // Nothing outside, nor anything that isn't a number, may lead out of the grid.
    u.replace(with: 0, where: .!isInside)
    v.replace(with: 0, where: .!isInside)
    let column = Self.whole(u, upTo: max(columns - 2, 0))
    let row = Self.whole(v, upTo: max(rows - 2, 0))
    let east = (u - column.value).within(0, columns > 1 ? 1 : 0)
    let north = (v - row.value).within(0, rows > 1 ? 1 : 0)
    let cell = row.number &* window.columns &+ column.number &+ window.start
    let (low, high) = corners(cell, above: rows > 1 ? window.columns : 0)
    let south = Self.value(low, 0) + (Self.value(low, 16) - Self.value(low, 0)) * east
    let far = Self.value(high, 0) + (Self.value(high, 16) - Self.value(high, 0)) * east
    let side = low.replacing(with: high, where: north .> 0.5)
    let near = side.replacing(with: side &>> 16, where: east .> 0.5)
    var level = Float(RadioMap.leastLevel) + 0.5 * (south + (far - south) * north)
    let doubt = Float(RadioMap.doubtStep) * Self.value(near, 8)
    var variance = doubt * doubt
    level.replace(with: silence, where: .!isInside)
    variance.replace(with: silentVariance, where: .!isInside)
    let (p, q) = (Float(window.peak.x) - block.x, Float(window.peak.y) - block.y)
    let perMetre = 1 / ((p * p + q * q).root + bearingSoftening)
    return Found(level: level, variance: variance, bearing: (p * perMetre, q * perMetre))
  }

  /// The whole number below, or the value itself where it is whole, up to a number, both ways.
  @inline(__always)
  private static func whole(
    _ value: Lanes, upTo most: Float
  ) -> (value: Lanes, number: SIMD8<Int32>) {
    let limited = value.within(0, most)
    // Added to so large a number, what is behind the point is rounded off, and what is left lies in
    // the lowest bits. Eight numbers are as many bytes as eight words, and any bits make either.
    let large: Float = 12_582_912
    let rounded = limited - 0.5 + large
    return (rounded - large, unsafeBitCast(rounded, to: SIMD8<Int32>.self) &- 0x4B40_0000)
  }

  /// Two cells beside each other and the two above, each pair as four bytes: strength, doubt, strength,
  /// doubt.
  @inline(__always)
  private func corners(
    _ cell: SIMD8<Int32>, above: Int32
  ) -> (low: SIMD8<UInt32>, high: SIMD8<UInt32>) {
    var (low, high) = (SIMD8<UInt32>(), SIMD8<UInt32>())
    cells.withUnsafeBytes { bytes in
      for lane in 0..<RadioPlaces.width {
        let offset = 2 * Int(cell[lane])
        low[lane] = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        high[lane] = bytes.loadUnaligned(fromByteOffset: offset + 2 * Int(above), as: UInt32.self)
      }
    }
    return (low, high)
  }

  /// One of the bytes as a number.
  @inline(__always)
  private static func value(_ bytes: SIMD8<UInt32>, _ shift: UInt32) -> Lanes {
    // Whole numbers as they lie in the mantissa of 2^23; as many bytes, and any bits make a number.
    unsafeBitCast((bytes &>> shift) & 0xFF | 0x4B00_0000, to: Lanes.self) - 8_388_608
  }
}
