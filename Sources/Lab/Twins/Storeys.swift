import Geometry
package import Maps
package import Recordings
import Truth

/// A plain building of the floors that a recording's truth tells of, where the data come without a map.
///
/// It has no walls. Floors are as high as they usually are, an estimate: what a barometer reads from floor to
/// floor is off by as much as a building's differ.
package enum Storeys {
  /// From floor to floor, in m: museums and malls have 3.3 to 5, an estimate.
  private static let height = 4.0
  /// So far beyond the way the building reaches, in m.
  private static let margin = 20.0

  /// The map of the building.
  ///
  /// Nil where the truth tells of no floors, or nothing places them.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - manner: How its device is carried.
  /// - Returns: The map.
  package static func map(of recording: Recording, manner: TwinManner) -> VenueMap? {
    let floors = Set(
      recording.truth.filter { $0.known.contains(.floor) }.compactMap(\.floor)
    ).filter { (-20...200).contains($0) }
    guard let lowest = floors.min(), let highest = floors.max(),
      let frame = try? Twin.frame(of: recording, manner: manner),
      let box = Box2(containing: Twin.points(of: recording, in: frame)),
      let outline = try? Polygon(
        Box2(box.minimum - Vec2(repeating: margin), box.maximum + Vec2(repeating: margin)))
    else { return nil }
    let levels = (lowest...highest).map { ordinal in
      Level(
        ordinal: ordinal, shortName: "\(ordinal)", elevationMetres: Double(ordinal) * height,
        heightMetres: height, outline: [outline], walls: [])
    }
    return VenueMap(
      name: "floors", frame: frame,
      buildings: [
        Building(
          name: "floors", footprint: [outline],
          heightMetres: Double(max(1, highest + 1)) * height)
      ], levels: levels)
  }
}
