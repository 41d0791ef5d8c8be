import Glibc

/// In-place radix-2 FFT (Cooley and Tukey 1965) of 128 points, for four real series at once.
///
/// GSL's transform would need doubles and a copy in each direction.
struct MotionSpectrum: Sendable {
  static let size = 128
  /// Frequency resolution, in Hz.
  static let step: Float = 20 / 128

  private let turns: [SIMD2<Float>]
  private let reversed: [UInt8]
  /// Two complex series, each packed from two real ones.
  private var points = [SIMD4<Float>](repeating: .zero, count: size)

  init() {
    let turn = -2 * Double.pi / Double(Self.size)
    turns = (0..<Self.size / 2).map {
      SIMD2(Float(cos(turn * Double($0))), Float(sin(turn * Double($0))))
    }
    reversed = (0..<Self.size).map { number in
      UInt8((0..<7).reduce(0) { $0 << 1 | (number >> $1 & 1) })
    }
  }

  /// Pads with zeros from an index on.
  mutating func clear(from place: Int) {
    for number in place..<Self.size { points[Int(reversed[number])] = .zero }
  }

  /// Sets the values of the four series at an index.
  @inline(__always)
  mutating func set(_ index: Int, _ values: SIMD4<Float>) {
    points[Int(reversed[index])] = values
  }

  /// Replaces the points by their transform.
  mutating func transform() {
    points.withUnsafeMutableBufferPointer { points in
      turns.withUnsafeBufferPointer { turns in Self.butterflies(points, turns) }
    }
  }

  @inline(__always)
  private static func butterflies(
    _ points: UnsafeMutableBufferPointer<SIMD4<Float>>, _ turns: UnsafeBufferPointer<SIMD2<Float>>
  ) {
    let signs = SIMD4<Float>(-1, 1, -1, 1)
    var half = 1
    while half < size {
      let stride = size / (2 * half)
      var base = 0
      while base < size {
        for number in 0..<half {
          let turn = turns[number * stride]
          let (a, b) = (points[base + number], points[base + number + half])
          let turned = b * turn.x + SIMD4(b.y, b.x, b.w, b.z) * signs * turn.y
          points[base + number] = a + turned
          points[base + number + half] = a - turned
        }
        base += 2 * half
      }
      half *= 2
    }
  }

  /// Returns the powers of the four series at a frequency bin from 1 to 63.
  @inline(__always)
  func powers(_ number: Int) -> SIMD4<Float> {
    let (a, b) = (points[number], points[Self.size - number])
    // The even part belongs to the real series, the odd part to the imaginary one.
    let even = a + b, odd = a - b
    let first = SIMD4(even.x, odd.x, even.z, odd.z)
    let second = SIMD4(odd.y, even.y, odd.w, even.w)
    return (first * first + second * second) * 0.25
  }
}
