@preconcurrency import CGSL

extension Spline {
  /// Returns the pieces between the points.
  ///
  /// GSL finds the slopes at the points; with the slopes at its ends each piece is determined.
  static func pieces(
    _ kind: Kind, _ x: [Double], _ y: [Double]
  ) throws(NumericsError) -> [Piece] {
    let slopes = kind == .linear ? [] : try slopes(kind, x, y)
    let pieces = x.indices.dropLast().map { i in
      let width = x[i + 1] - x[i]
      let chord = (y[i + 1] - y[i]) / width
      guard kind != .linear else {
        return Piece(y: y[i], slope: chord, second: 0, third: 0)
      }
      return Piece(
        y: y[i],
        slope: slopes[i],
        second: (3 * chord - 2 * slopes[i] - slopes[i + 1]) / width,
        third: (slopes[i] + slopes[i + 1] - 2 * chord) / width / width)
    }
    // Abscissae that almost coincide can make a piece too steep to compute with.
    for (index, piece) in pieces.enumerated() {
      guard (piece.slope + piece.second + piece.third).isFinite else {
        throw .notIncreasing(name: "x", index: index + 1)
      }
    }
    return pieces
  }

  private static func slopes(
    _ kind: Kind, _ x: [Double], _ y: [Double]
  ) throws(NumericsError) -> [Double] {
    let type =
      switch kind {
      case .periodic: gsl_interp_cspline_periodic
      case .akima: gsl_interp_akima
      case .natural, .linear: gsl_interp_cspline
      }
    let curve = try Owned(
      gsl_interp_alloc(type, x.count), freedBy: gsl_interp_free, "spline")
    defer { extendLifetime(curve) }
    try GSL.check(gsl_interp_init(curve.pointer, x, y, x.count), "spline")
    var slopes = Array(repeating: 0.0, count: x.count)
    for index in x.indices {
      try GSL.check(
        gsl_interp_eval_deriv_e(curve.pointer, x, y, x[index], nil, &slopes[index]), "spline")
    }
    return slopes
  }
}
