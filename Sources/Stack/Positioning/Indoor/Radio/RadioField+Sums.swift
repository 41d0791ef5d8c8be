import Maps

extension RadioField {
  typealias Lanes = RadioPositions.Lanes

  /// Survey values of a transmitter at eight positions.
  struct SurveyValues {
    /// Mean level, in dBm, and its variance, in dB².
    var level, variance: Lanes
    /// Bearing of the transmitter, a unit vector; shorter nearby, where the body loss is uncertain.
    var bearing: (east: Lanes, north: Lanes)
  }

  /// Adds a reading to the sums of a set of positions.
  ///
  /// - Parameters:
  ///   - reading: The reading.
  ///   - strength: Level corrected to the survey's receiver, in dBm.
  ///   - noise: Variance of readings, in dB².
  ///   - limit: Maximum squared normalised residual.
  ///   - facing: Direction of the user's body, with the gain of a transmitter ahead as its length,
  ///     in dB.
  ///   - receiving: Weight of the reception probability of weak transmitters, 0 to 1.
  ///   - places: The positions.
  ///   - sums: The sums, block by block.
  func add(
    _ reading: ReceivedLevel, _ strength: Float, _ noise: Float, limit: Float,
    facing: SIMD2<Float>, receiving: Float, at places: RadioPositions, to sums: inout [RadioSums]
  ) {
    let (silence, robust) = (silence, robustFrom)
    let price = 0.5 * receiving / (receivedSpread * receivedSpread)
    each(reading.sender, at: places) { number, found in
      let body = found.bearing.east * facing.x + found.bearing.north * facing.y
      sums[number].add(
        strength - found.level - body, found.variance + noise, limit: limit, robust: robust,
        isReceived: found.level .> silence, found.bearing)
      guard price > 0 else { return }
      // The survey's mean covers received signals only. Where it is weak most were not received, so
      // reception counts against the position.
      let missing = (surelyReceived - found.level).within(0, .infinity)
      sums[number].sigma(by: price * missing * missing)
    }
  }

  /// Calls a closure with the survey values of a transmitter, block by block.
  @inline(__always)
  func each(_ sender: Int, at places: RadioPositions, _ process: (Int, SurveyValues) -> Void) {
    let silent = SurveyValues(
      level: Lanes(repeating: silence), variance: Lanes(repeating: silentVariance),
      bearing: (.zero, .zero))
    // Consecutive blocks are mostly on one level.
    var level = -1
    var window: GridWindow?
    for (number, block) in places.blocks.enumerated() {
      if block.plane != level {
        level = block.plane
        window = self.window(sender, plane: level)
      }
      process(number, window.map { found($0, block) } ?? silent)
    }
  }

  /// Bilinear interpolation of a window; the uncertainty is that of the nearest grid point.
  @inline(__always)
  private func found(_ window: GridWindow, _ block: RadioPositions.PositionBlock) -> SurveyValues {
    let (columns, rows) = (Float(window.columns), Float(window.rows))
    var u = (block.x - Float(window.x)) * Float(window.perMetre)
    var v = (block.y - Float(window.y)) * Float(window.perMetre)
    let isInside =
      (u .>= -0.5) .& (v .>= -0.5) .& (u .<= columns - 0.5) .& (v .<= rows - 0.5)
    // Positions outside and NaN must not index outside the grid.
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
    var level = Float(RadioMap.minLevel) + 0.5 * (south + (far - south) * north)
    let sigma = Float(RadioMap.sigmaStep) * Self.value(near, 8)
    var variance = sigma * sigma
    level.replace(with: silence, where: .!isInside)
    variance.replace(with: silentVariance, where: .!isInside)
    let (p, q) = (Float(window.peak.x) - block.x, Float(window.peak.y) - block.y)
    let perMetre = 1 / ((p * p + q * q).root + bearingSoftening)
    return SurveyValues(level: level, variance: variance, bearing: (p * perMetre, q * perMetre))
  }

  /// Returns the floor of each value, clamped to [0, `most`], as a float and an integer.
  @inline(__always)
  private static func whole(
    _ value: Lanes, upTo maximum: Float
  ) -> (value: Lanes, number: SIMD8<Int32>) {
    let limited = value.within(0, maximum)
    // Adding 1.5 * 2^23 rounds to an integer, which lies in the low bits of the mantissa. The bit
    // cast is safe: eight floats have the size of eight integers, and any bits are valid.
    let large: Float = 12_582_912
    let rounded = limited - 0.5 + large
    return (rounded - large, unsafeBitCast(rounded, to: SIMD8<Int32>.self) &- 0x4B40_0000)
  }

  /// Loads two adjacent cells and the two above: four bytes each, level, uncertainty, level,
  /// uncertainty.
  @inline(__always)
  private func corners(
    _ cell: SIMD8<Int32>, above: Int32
  ) -> (low: SIMD8<UInt32>, high: SIMD8<UInt32>) {
    var (low, high) = (SIMD8<UInt32>(), SIMD8<UInt32>())
    cells.withUnsafeBytes { bytes in
      for lane in 0..<RadioPositions.width {
        let offset = 2 * Int(cell[lane])
        low[lane] = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        high[lane] = bytes.loadUnaligned(fromByteOffset: offset + 2 * Int(above), as: UInt32.self)
      }
    }
    return (low, high)
  }

  /// Returns one of the bytes as a float.
  @inline(__always)
  private static func value(_ bytes: SIMD8<UInt32>, _ shift: UInt32) -> Lanes {
    // Sets the byte as the mantissa of 2^23 + n; the bit cast has equal sizes, and any bits are
    // valid.
    unsafeBitCast((bytes &>> shift) & 0xFF | 0x4B00_0000, to: Lanes.self) - 8_388_608
  }
}
