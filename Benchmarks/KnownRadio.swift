import Geometry
import Maps

extension RadioMap {
  /// A radio map of one level with given levels at each grid point.
  ///
  /// - Parameters:
  ///   - venue: The venue's name.
  ///   - origin: Location of the first grid point.
  ///   - columns: Number of grid points from west to east.
  ///   - rows: Number of grid points from south to north.
  ///   - spacing: Grid spacing, in m.
  ///   - senders: The transmitters.
  ///   - sigma: Packed sigma of the levels.
  ///   - level: The level in dBm of a sender by its index, at a point in m.
  init(
    known venue: String, at origin: Geodetic, columns: Int, rows: Int, spacing: Double,
    senders: [Sender], sigma: UInt8, level: (Int, Vec2) -> Double
  ) {
    self.init(venue: venue, origin: origin)
    planes = [
      Plane(
        ordinal: 0, building: 0, elevationMetres: 0, origin: .zero, spacing: spacing,
        columns: columns, rows: rows, isSurveyed: [Bool](repeating: true, count: columns * rows))
    ]
    self.senders = senders
    for sender in senders.indices {
      fields.append(
        CoverageWindow(
          sender: sender, plane: 0, column: 0, row: 0, columns: columns, rows: rows,
          start: levels.count))
      for row in 0..<rows {
        for column in 0..<columns {
          let strength = level(sender, Vec2(Double(column), Double(row)) * spacing)
          levels.append(UInt8(max(0, min(255, (strength - Self.minLevel) * 2))))
          sigmas.append(sigma)
        }
      }
    }
  }
}
