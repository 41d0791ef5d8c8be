package import Documents
import Geometry
package import Maps
import Observations

extension FloatingCarNetwork {
  /// Default speed limit, in m/s: 100 km/h, the German limit outside towns (StVO, section 3).
  private static let limit = 100 / 3.6

  /// A map of only the roads, with its origin in their middle; each segment is a two-way road between two
  /// junctions.
  ///
  /// - Throws: An error if the roads are at no position on Earth.
  package func map(name: String) throws(DocumentError) -> VenueMap {
    let ends = pieces.flatMap { [$0.start, $0.end] }
    func middle(_ value: KeyPath<Coordinate, Double>) -> Double {
      let values = ends.map { $0[keyPath: value] }
      return ((values.min() ?? 0) + (values.max() ?? 0)) / 2
    }
    do {
      let frame = LocalFrame(
        origin: try Geodetic(
          latitudeDegrees: middle(\.latitudeDegrees), longitudeDegrees: middle(\.longitudeDegrees),
          altitudeMetres: 0))
      var numbers: [Coordinate: Int] = [:]
      var junctions: [Junction] = []
      func number(of place: Coordinate) throws -> Int {
        if let known = numbers[place] { return known }
        let point = frame.enu(
          of: try Geodetic(
            latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees,
            altitudeMetres: 0))
        numbers[place] = junctions.count
        junctions.append(Junction(Vec2(point.x, point.y)))
        return junctions.count - 1
      }
      let roads = try pieces.map { piece in
        let (from, to) = (try number(of: piece.start), try number(of: piece.end))
        return Road(
          kind: .tertiary, from: from, to: to, line: [junctions[from].point, junctions[to].point],
          limitMetresPerSecond: Self.limit)
      }
      return VenueMap(
        name: name, frame: frame, levels: [], roads: RoadNetwork(junctions: junctions, roads: roads)
      )
    } catch {
      throw DocumentError("roads at an invalid position on Earth: \(error)")
    }
  }
}
