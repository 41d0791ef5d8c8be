import Glibc
public import Kernel
public import Observations

/// Location for apps with reduced accuracy: snapped to a grid, and renewed after minutes.
///
/// The position is the centre of a cell some kilometres wide, and holds for some minutes, so that
/// neither the position nor the crossing of a cell border reveals more. The cells are rows of equal
/// height from the equator, divided into equal widths, identical on every phone; nothing is random.
public struct ReducedLocation: Hashable, Sendable {
  private let constants: ServiceConstants.Reduced
  /// Present reduced location.
  public private(set) var current: LocationFix?
  private var made = SimTime.distantPast

  /// Creates the state before the first fix.
  public init(_ constants: ServiceConstants.Reduced = .init()) {
    self.constants = constants
  }

  /// Processes a fix; returns true if it gives a new reduced location.
  public mutating func receive(_ fix: LocationFix, at time: SimTime) -> Bool {
    guard current == nil || time - made >= .seconds(constants.interval) else { return false }
    made = time
    current = LocationFix(
      time: fix.time, coordinate: Self.middle(of: fix.coordinate, cell: constants.cell),
      horizontalAccuracyMetres: max(constants.accuracy, fix.horizontalAccuracyMetres),
      source: .cell)
    return true
  }

  /// Clears the location, after a restart of the phone.
  public mutating func forget() {
    current = nil
  }

  /// Returns the centre of a position's cell, at most 0.71 cells away; `cell` is the cell's width and
  /// height in m.
  public static func middle(of place: Coordinate, cell: Double) -> Coordinate {
    let height = cell / MeanSphere.metresPerDegree
    let row = (place.latitudeDegrees / height).rounded(.down)
    let latitude = min(90, max(-90, (row + 0.5) * height))
    // A row has a whole number of cells, so that its ends meet.
    let around = 360 * max(0, cos(latitude * .pi / 180)) / height
    let width = 360 / max(1, around.rounded())
    let column = ((place.longitudeDegrees + 180) / width).rounded(.down)
    let longitude = (column + 0.5) * width - 180
    return Coordinate(
      latitudeDegrees: latitude,
      longitudeDegrees: longitude > 180 ? longitude - 360 : longitude)
  }
}
