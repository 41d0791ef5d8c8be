import Glibc
import Kernel

extension MotionFeatures {
  /// Floor of sizes, in m/s², below any sensor's noise, so that logarithms stay finite.
  private static let floor: Float = 0.002

  /// Returns the logarithm of the RMS, from a mean square.
  @inline(__always)
  private static func size(_ square: Float) -> Float {
    0.5 * log(max(0, square) + floor * floor)
  }

  /// Computes the features of the window that ends with the grid's last bin.
  mutating func measure(at time: SimTime) -> MotionFeatureVector {
    var vector = MotionFeatureVector(time: time)
    let end = grid.end
    let long = min(MotionGrid.window, grid.count)
    let short = min(Self.short, long)
    grid.bins.withUnsafeBufferPointer { bins in
      let means = MotionMeans(bins, end: end, short: short, long: long)
      measureShort(bins, end - short..<end, means, into: &vector)
      measureAround(bins, end - long..<end, end - short, means, into: &vector)
      measureLong(bins, end - long..<end, means, into: &vector)
    }
    vector[.lacksFast] = grid.interval > 0.03 ? 1 : 0
    if vector[.lacksFast] > 0 {
      // Without that band, the fastest one available serves as a neutral value.
      vector[.fastSpread] = vector[.total70]
      vector[.lastFastSpread] = vector[.total70]
      vector[.fastBurst] = 1
    }
    return vector
  }

  /// Computes spreads, moments and extremes of the last 2.5 s.
  @inline(__always)
  private mutating func measureShort(
    _ bins: UnsafeBufferPointer<SIMD4<Float>>, _ range: Range<Int>, _ means: MotionMeans,
    into vector: inout MotionFeatureVector
  ) {
    let up = means.up
    let count = Float(range.count)
    var squares = SIMD4<Float>.zero, axes = SIMD4<Float>.zero
    var third: Float = 0, fourth: Float = 0
    var fast: Float = 0, fastest: Float = 0
    var minimum = Float.greatestFiniteMagnitude, maximum = -Float.greatestFiniteMagnitude
    var low: Float = 0
    let offset = range.lowerBound
    for number in range {
      let bin = bins[number]
      var apart = bin - means.short
      fast += bin.w
      fastest = max(fastest, bin.w)
      apart.w = 0
      let along = (apart * up).sum()
      var whole = bin
      whole.w = 0
      let length = (whole * whole).sum().squareRoot() - means.shortMagnitude
      scratch.magnitude[number - offset] = length
      let total = (apart * apart).sum()
      axes += apart * apart
      squares += SIMD4(total, along * along, length * length, 0)
      third += along * along * along
      fourth += along * along * along * along
      minimum = min(minimum, length)
      maximum = max(maximum, length)
      // Half of gravity or less occurs in the flight phase of running, and hardly ever in walking.
      if length + means.shortMagnitude < 5 { low += 1 }
    }
    for number in range.count..<range.count + 64 { scratch.magnitude[number] = 0 }
    squares /= count
    let variance = max(squares.y, Self.floor * Self.floor)
    vector[.spread] = Self.size(squares.x)
    vector[.verticalSpread] = Self.size(squares.y)
    vector[.horizontalSpread] = Self.size(squares.x - squares.y)
    vector[.magnitudeSpread] = Self.size(squares.z)
    vector[.fastSpread] = Self.size(fast / count)
    vector[.fastBurst] = log((fastest * count + 1e-6) / (fast + 1e-6))
    vector[.skewness] = min(4, max(-4, third / count / (variance * variance.squareRoot())))
    vector[.kurtosis] = log(max(1, fourth / count / (variance * variance)))
    vector[.range] = log(max(0, maximum - minimum) + Self.floor)
    vector[.lowest] = minimum + means.shortMagnitude
    vector[.lowShare] = low / count
    vector[.turnWithin] = means.turnWithin
    vector[.turnSince] = means.turnSince
    let stillest = min(axes.x, axes.y, axes.z)
    scratch.isStuck =
      stillest < parameters.stuckSquare * count && squares.x > parameters.movingSquare
    measureRepetition(range.count, squares.z, &vector, isShort: true)
  }

  @inline(__always)
  private mutating func measureRepetition(
    _ count: Int, _ square: Float, _ vector: inout MotionFeatureVector, isShort: Bool
  ) {
    let found = scratch.repetition(from: 0, to: count)
    vector[isShort ? .shortPeriodicity : .longPeriodicity] = found.height
    vector[isShort ? .shortPeriod : .longPeriod] = found.seconds
    vector[isShort ? .shortSubharmonic : .longSubharmonic] = found.atHalf
  }

  /// Computes spreads of half seconds and of seconds.
  @inline(__always)
  private func measureAround(
    _ bins: UnsafeBufferPointer<SIMD4<Float>>, _ range: Range<Int>, _ split: Int,
    _ means: MotionMeans, into vector: inout MotionFeatureVector
  ) {
    var calmest = Float.greatestFiniteMagnitude, wildest: Float = 0
    var start = range.upperBound - 10
    while start >= split {
      let square = MotionMeans.spread(bins, start..<start + 10)
      calmest = min(calmest, square)
      wildest = max(wildest, square)
      start -= 10
    }
    vector[.calmestHalfSecond] = Self.size(calmest)
    vector[.wildestHalfSecond] = Self.size(wildest)
    // The last second alone shows that a person has just stopped.
    let last = max(split, range.upperBound - 20)..<range.upperBound
    vector[.lastSpread] = Self.size(MotionMeans.spread(bins, last))
    var fast: Float = 0
    for number in last { fast += bins[number].w }
    vector[.lastFastSpread] = Self.size(fast / Float(last.count))
    vector[.spreadBefore] =
      split - range.lowerBound >= 20
      ? Self.size(MotionMeans.spread(bins, range.lowerBound..<split)) : vector[.spread]
    // Means of whole seconds: the slow accelerations of a vehicle.
    var slow: Float = 0, greatest: Float = 0, blocks: Float = 0
    start = range.upperBound - 20
    while start >= range.lowerBound {
      var apart = MotionMeans.mean(bins, start..<start + 20) - means.long
      apart.w = 0
      let square = (apart * apart).sum()
      slow += square
      greatest = max(greatest, square)
      blocks += 1
      start -= 20
    }
    vector[.slowSpread] = Self.size(slow / max(1, blocks))
    vector[.slowRange] = Self.size(greatest)
  }

  /// Computes spectrum and autocorrelation of the last 5 s.
  @inline(__always)
  private mutating func measureLong(
    _ bins: UnsafeBufferPointer<SIMD4<Float>>, _ range: Range<Int>, _ means: MotionMeans,
    into vector: inout MotionFeatureVector
  ) {
    let up = means.longUp
    let count = range.count
    var powers = MotionPowers()
    var square: Float = 0, crossings: Float = 0, old: Float = 0
    spectrum.clear(from: count)
    var window = MotionHann(count)
    for (index, number) in range.enumerated() {
      var bin = bins[number]
      bin.w = 0
      let length = (bin * bin).sum().squareRoot() - means.longMagnitude
      scratch.magnitude[index] = length
      square += length * length
      if length * old < 0 { crossings += 1 }
      old = length
      let apart = (bin - means.long) * window.next()
      let along = (apart * up).sum()
      spectrum.set(index, SIMD4(apart.x, apart.y, apart.z, along))
    }
    for index in count..<count + 64 { scratch.magnitude[index] = 0 }
    measureRepetition(count, square / Float(count), &vector, isShort: false)
    vector[.crossings] = crossings / Float(count)
    spectrum.transform()
    // A Hann window passes 3/8 of the power; the factor 2 is for the one-sided spectrum.
    powers.add(spectrum, scale: 2 / (0.375 * Float(count) * Float(MotionSpectrum.size)))
    powers.write(into: &vector, floor: Self.floor)
  }
}
