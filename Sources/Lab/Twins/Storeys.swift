import Geometry
package import Maps
package import Recordings
import Truth

/// A plain building with the floors of a recording's truth, for data without a map.
///
/// It has no walls. The floor height is a typical value, an estimate: barometer readings between floors are
/// off by as much as real buildings differ from it.
package enum Storeys {
  /// Floor height, in m: museums and malls have 3.3 to 5, an estimate.
  private static let height = 4.0
  /// Margin of the building around the path, in m.
  private static let margin = 20.0

  /// The map of the building.
  ///
  /// Nil if the truth has no floors or no positions.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - parameters: The carrying parameters of its device.
  /// - Returns: The map.
  package static func map(of recording: Recording, parameters: TwinParameters) -> VenueMap? {
    let floors = Set(
      recording.truth.filter { $0.known.contains(.floor) }.compactMap(\.floor)
    ).filter { (-20...200).contains($0) }
    guard let lowest = floors.min(), let highest = floors.max(),
      let frame = try? Twin.frame(of: recording, parameters: parameters),
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
