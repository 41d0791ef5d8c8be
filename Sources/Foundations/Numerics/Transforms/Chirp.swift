import Glibc

/// Bluestein's algorithm: turns a transform of awkward length into a convolution of a power of two.
///
/// GSL takes a time proportional to each prime factor of the length, and loses digits with large
/// ones. As 2 n k = n^2 + k^2 - (k - n)^2, a transform is a convolution with a chirp, and a
/// convolution can be padded: Bluestein, IEEE Transactions on Audio and Electroacoustics 18 (1970)
/// 451-455.
struct Chirp {
  /// The chirp exp(-i pi n^2 / length).
  let factors: [Complex]
  /// The transform of the conjugate chirp, wrapped around and divided by the padded length.
  var spectrum: [Complex]

  /// The largest prime factor that GSL handles well.
  static let largestFactor = 50

  /// True if `length` has a prime factor above ``largestFactor``.
  static func isNeeded(for length: Int) -> Bool {
    var rest = length
    var factor = 2
    while factor <= largestFactor, rest > 1 {
      if rest.isMultiple(of: factor) {
        rest /= factor
      } else {
        factor += 1
      }
    }
    return rest > 1
  }

  /// Returns the smallest power of two that fits a convolution of `length`.
  static func paddedLength(_ length: Int) -> Int {
    var padded = 1
    while padded < 2 * length - 1 {
      padded *= 2
    }
    return padded
  }

  /// Computes the chirp; the caller still has to transform the spectrum.
  init(length: Int) {
    factors = (0..<length).map { n in
      // The phase repeats after 2 length; reduction in integers keeps its digits.
      let turns = n.multipliedFullWidth(by: n)
      let reduced = (2 * length).dividingFullWidth(turns).remainder
      return Complex(magnitude: 1, phase: -.pi * Double(reduced) / Double(length))
    }
    let padded = Chirp.paddedLength(length)
    spectrum = Array(repeating: .zero, count: padded)
    for (n, factor) in factors.enumerated() {
      let value = factor.conjugate * (1 / Double(padded))
      spectrum[n] = value
      spectrum[n == 0 ? 0 : padded - n] = value
    }
  }
}
