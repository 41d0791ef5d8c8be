public import Geometry

/// Magnetic fingerprint map: mean and standard deviation of the magnetic field on a grid for each
/// level.
///
/// It comes from a survey, like the ``RadioMap``. Steel in slabs and walls distorts the Earth's
/// field in the same way at each visit. The heading of a phone is unknown, so that the map holds
/// the two components that do not depend on it: the vertical component and the horizontal
/// magnitude.
public struct MagneticMap: Hashable, Sendable {
  /// The mean of a field component, and its standard deviation, in µT.
  public struct Value: Hashable, Sendable {
    public var mean: Double
    public var sigma: Double

    public init(mean: Double, sigma: Double) {
      (self.mean, self.sigma) = (mean, sigma)
    }
  }

  /// A component of the field that does not depend on the heading.
  public enum FieldComponent: Int, CaseIterable, Sendable {
    /// The vertical component, positive up.
    case upward
    /// The horizontal magnitude.
    case level
  }

  /// The grid of one level; without columns if the level has no magnetic survey.
  public struct Plane: Hashable, Sendable {
    /// The first grid point, in metres east and north.
    public var origin: Vec2
    /// The distance between grid points, in m.
    public var spacing: Double
    /// The number of grid points to the east and to the north.
    public var columns, rows: Int
    /// The mean of each component at each grid point, row by row, in half µT above
    /// ``MagneticMap/minField``.
    public var means: [[UInt8]]
    /// The standard deviation of each component at each grid point, in units of
    /// ``MagneticMap/sigmaStep`` µT.
    public var sigmas: [[UInt8]]

    public init(
      origin: Vec2, spacing: Double, columns: Int, rows: Int, means: [[UInt8]], sigmas: [[UInt8]]
    ) {
      (self.origin, self.spacing, self.columns, self.rows) = (origin, spacing, columns, rows)
      (self.means, self.sigmas) = (means, sigmas)
    }

    /// An empty grid, for a level without a magnetic survey.
    public static var none: Plane {
      Plane(origin: .zero, spacing: 1, columns: 0, rows: 0, means: [[], []], sigmas: [[], []])
    }

    /// The position of a grid point.
    public func point(column: Int, row: Int) -> Vec2 {
      origin + Vec2(Double(column), Double(row)) * spacing
    }
  }

  /// The offset of ``Plane/means``, in µT; their unit is half a µT.
  public static let minField = -64.0
  /// The unit of ``Plane/sigmas``, in µT.
  public static let sigmaStep = 0.1

  /// The grids, one for each plane of the radio map.
  public var planes: [Plane]
  /// The value of each component outside the survey.
  public var usual: [Value]
  /// The noise of a single walk's reading about the mean, for each component: one standard
  /// deviation in µT.
  public var noise: [Double]

  public init(planes: [Plane], usual: [Value], noise: [Double]) {
    (self.planes, self.usual, self.noise) = (planes, usual, noise)
  }

  /// Quantises a mean for ``Plane/means``.
  public static func step(ofMean value: Double) -> UInt8 {
    UInt8(max(0, min(255, ((value - minField) * 2).rounded())))
  }

  /// Quantises a standard deviation for ``Plane/sigmas``.
  public static func step(ofSigma value: Double) -> UInt8 {
    UInt8(max(1, min(255, (value / sigmaStep).rounded())))
  }

  /// Returns a field component at a grid point, or ``usual`` beyond the grid.
  public func value(_ part: FieldComponent, plane: Int, column: Int, row: Int) -> Value {
    let grid = planes[plane]
    guard (0..<grid.columns).contains(column), (0..<grid.rows).contains(row) else {
      return usual[part.rawValue]
    }
    let cell = row * grid.columns + column
    return Value(
      mean: Self.minField + 0.5 * Double(grid.means[part.rawValue][cell]),
      sigma: Self.sigmaStep * Double(grid.sigmas[part.rawValue][cell]))
  }
}
