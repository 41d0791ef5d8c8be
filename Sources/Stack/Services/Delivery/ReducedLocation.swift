import Glibc
public import Kernel
public import Observations

/// The phone's location as apps with reduced accuracy see it.
///
/// The place is moved to the middle of a cell some kilometres wide and stands for some minutes, so
/// that neither the place nor a crossing of a cell's border tells more. The cells are rows of equal
/// height from the equator, cut into equal widths, the same on every phone; nothing is drawn by
/// lot.
public struct ReducedLocation: Hashable, Sendable {
  private let constants: ServiceConstants.Reduced
  /// The blurred location that stands now.
  public private(set) var current: LocationFix?
  private var made = SimTime.distantPast

  /// Creates one that knows nothing yet.
  public init(_ constants: ServiceConstants.Reduced = .init()) {
    self.constants = constants
  }

  /// Takes a fix.
  ///
  /// - Parameters:
  ///   - fix: Where the phone is.
  ///   - time: The time now.
  /// - Returns: Whether a new blurred location was made of it.
  public mutating func receive(_ fix: LocationFix, at time: SimTime) -> Bool {
    guard current == nil || time - made >= .seconds(constants.interval) else { return false }
    made = time
    current = LocationFix(
      time: fix.time, coordinate: Self.middle(of: fix.coordinate, cell: constants.cell),
      horizontalAccuracyMetres: max(constants.accuracy, fix.horizontalAccuracyMetres),
      source: .cell)
    return true
  }

  /// Forgets it, as when the phone starts again.
  public mutating func forget() {
    current = nil
  }

  /// The middle of the cell that a place lies in.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - cell: The width and height of a cell, in m.
  /// - Returns: The middle, at most 0.71 cells away.
  public static func middle(of place: Coordinate, cell: Double) -> Coordinate {
    let height = cell / MeanSphere.metresPerDegree
    let row = (place.latitudeDegrees / height).rounded(.down)
    let latitude = min(90, max(-90, (row + 0.5) * height))
    // A row holds a whole number of cells, so that the last borders on the first.
    let around = 360 * max(0, cos(latitude * .pi / 180)) / height
    let width = 360 / max(1, around.rounded())
    let column = ((place.longitudeDegrees + 180) / width).rounded(.down)
    let longitude = (column + 0.5) * width - 180
    return Coordinate(
      latitudeDegrees: latitude,
      longitudeDegrees: longitude > 180 ? longitude - 360 : longitude)
  }
}
