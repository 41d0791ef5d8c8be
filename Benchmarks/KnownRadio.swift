import Geometry
import Maps

extension RadioMap {
  /// A map of one level whose strengths are known at each point of its grid.
  ///
  /// - Parameters:
  ///   - venue: The venue's name.
  ///   - origin: Where the grid's first point is.
  ///   - columns: How many points there are from west to east.
  ///   - rows: How many from south to north.
  ///   - spacing: Between two of them, in m.
  ///   - senders: What is heard.
  ///   - doubt: Of the strengths, as the map packs them.
  ///   - level: The strength in dBm of a sender by its number, at a point in m.
  init(
    known venue: String, at origin: Geodetic, columns: Int, rows: Int, spacing: Double,
    senders: [Sender], doubt: UInt8, level: (Int, Vec2) -> Double
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
        Field(
          sender: sender, plane: 0, column: 0, row: 0, columns: columns, rows: rows,
          start: levels.count))
      for row in 0..<rows {
        for column in 0..<columns {
          let strength = level(sender, Vec2(Double(column), Double(row)) * spacing)
          levels.append(UInt8(max(0, min(255, (strength - Self.leastLevel) * 2))))
          doubts.append(doubt)
        }
      }
    }
  }
}
