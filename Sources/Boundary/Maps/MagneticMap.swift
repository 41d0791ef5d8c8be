public import Geometry

/// What the magnetic field is on the levels of a place, and how sure that is.
///
/// A survey's result, beside its ``RadioMap``. Steel in slabs and walls bends the Earth's field, the same
/// way at each visit. How a phone is turned about the vertical isn't known, so that two parts of the field
/// are told: the one along the vertical, and the length of the level one.
public struct MagneticMap: Hashable, Sendable {
  /// One part of the field, and its standard deviation there, in µT.
  public struct Value: Hashable, Sendable {
    public var mean: Double
    public var doubt: Double

    /// Creates a value.
    public init(mean: Double, doubt: Double) {
      (self.mean, self.doubt) = (mean, doubt)
    }
  }

  /// A part of the field over all of a place.
  public enum Part: Int, CaseIterable, Sendable {
    /// Along the vertical, positive up.
    case upward
    /// The length of what is level.
    case level
  }

  /// One level's grid; without columns where nobody noted the field.
  public struct Plane: Hashable, Sendable {
    /// The grid's first point, in metres east and north.
    public var origin: Vec2
    /// How far grid points are apart, in m.
    public var spacing: Double
    /// How many points the grid has to the east and to the north.
    public var columns, rows: Int
    /// For each part and each point, row by row, the mean in half µT above ``MagneticMap/leastField``.
    public var means: [[UInt8]]
    /// For each part and each point its standard deviation, in ``MagneticMap/doubtStep`` µT.
    public var doubts: [[UInt8]]

    /// Creates a grid.
    public init(
      origin: Vec2, spacing: Double, columns: Int, rows: Int, means: [[UInt8]], doubts: [[UInt8]]
    ) {
      (self.origin, self.spacing, self.columns, self.rows) = (origin, spacing, columns, rows)
      (self.means, self.doubts) = (means, doubts)
    }

    /// A grid of a level where nobody noted the field.
    public static var none: Plane {
      Plane(origin: .zero, spacing: 1, columns: 0, rows: 0, means: [[], []], doubts: [[], []])
    }

    /// Where a grid point is.
    public func point(column: Int, row: Int) -> Vec2 {
      origin + Vec2(Double(column), Double(row)) * spacing
    }
  }

  /// What ``Plane/means`` count from, in µT, in halves.
  public static let leastField = -64.0
  /// What ``Plane/doubts`` count in, in µT.
  public static let doubtStep = 0.1

  /// The grids, one for each plane of the radio map.
  public var planes: [Plane]
  /// For each part what it is where nobody noted it.
  public var usual: [Value]
  /// For each part how far a single walk's reading is from the mean there, one standard deviation in µT.
  public var noise: [Double]

  /// Creates a map.
  public init(planes: [Plane], usual: [Value], noise: [Double]) {
    (self.planes, self.usual, self.noise) = (planes, usual, noise)
  }

  /// A mean as a plane keeps it.
  public static func step(ofMean value: Double) -> UInt8 {
    UInt8(max(0, min(255, ((value - leastField) * 2).rounded())))
  }

  /// A standard deviation as a plane keeps it.
  public static func step(ofDoubt value: Double) -> UInt8 {
    UInt8(max(1, min(255, (value / doubtStep).rounded())))
  }

  /// A part of the field at a grid point.
  ///
  /// - Parameters:
  ///   - part: Which part.
  ///   - plane: The number of the plane.
  ///   - column: The grid point's column.
  ///   - row: Its row.
  /// - Returns: The part; what is usual beyond the grid.
  public func value(_ part: Part, plane: Int, column: Int, row: Int) -> Value {
    let grid = planes[plane]
    guard (0..<grid.columns).contains(column), (0..<grid.rows).contains(row) else {
      return usual[part.rawValue]
    }
    let cell = row * grid.columns + column
    return Value(
      mean: Self.leastField + 0.5 * Double(grid.means[part.rawValue][cell]),
      doubt: Self.doubtStep * Double(grid.doubts[part.rawValue][cell]))
  }
}
