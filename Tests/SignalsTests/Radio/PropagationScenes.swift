import Geometry
import Maps
import Observations
import Venues

/// Small venues for radio propagation.
enum PropagationScene {
  static func frame() throws -> LocalFrame {
    LocalFrame(origin: try Geodetic(latitudeDegrees: 47, longitudeDegrees: 8))
  }

  static func box(_ low: Vec2, _ high: Vec2) throws -> Polygon {
    try Polygon(Box2(low, high))
  }

  /// One level of 100 m by 20 m with walls across it, each of a material, 10 m apart from x = 10.
  static func corridor(_ materials: [Material], cellSites: [CellSite] = []) throws -> Venue {
    let walls = materials.indices.map {
      Segment2(Vec2(10 * Double($0 + 1), 0), Vec2(10 * Double($0 + 1), 20))
    }
    let level = Level(
      ordinal: 0, shortName: "G", elevationMetres: 0, outline: [try box(.zero, [100, 20])],
      walls: walls)
    return Venue(
      map: VenueMap(
        name: "corridor", frame: try frame(),
        buildings: [
          Building(name: "b", footprint: [try box(.zero, [100, 20])], heightMetres: 3)
        ], levels: [level]), materials: VenueMaterials(walls: [materials]),
      transmitters: Transmitters(cellSites: cellSites))
  }

  /// Levels of 60 m by 60 m, 4 m high, with an atrium of 20 m by 20 m in the middle of each but the lowest.
  static func atrium(
    storeys: Int, accessPoints: [AccessPoint] = [], cellSites: [CellSite] = []
  ) throws -> Venue {
    let floor = try box(.zero, [60, 60])
    let hole = Unit(name: "atrium", kind: .void, shape: try box([20, 20], [40, 40]))
    let levels = (0..<storeys).map { number in
      Level(
        ordinal: number, shortName: "\(number)", elevationMetres: 4 * Double(number),
        heightMetres: 3.5, outline: [floor], units: number > 0 ? [hole] : [], walls: [])
    }
    return Venue(
      map: VenueMap(
        name: "atrium", frame: try frame(),
        buildings: [
          Building(name: "b", footprint: [floor], heightMetres: 4 * Double(storeys))
        ], levels: levels),
      transmitters: Transmitters(accessPoints: accessPoints, cellSites: cellSites))
  }

  /// A brick building of 10 m by 10 m and 8 m high, at (50, -5), and nothing else.
  static func house() throws -> Venue {
    Venue(
      map: VenueMap(
        name: "house", frame: try frame(),
        buildings: [
          Building(name: "", footprint: [try box([50, -5], [60, 5])], heightMetres: 8)
        ], levels: []), materials: VenueMaterials(facades: [.brick]))
  }

  /// An access point with one radio.
  static func accessPoint(
    _ name: String, at position: Vec3, level: Int? = 0, megahertz: Double = 2437,
    networks: Int = 1
  ) -> AccessPoint {
    AccessPoint(
      name: name, position: position, level: level,
      radios: [
        AccessPoint.Radio(
          frequencyMegahertz: megahertz, powerDecibelMilliwatts: 20,
          networks: (0..<networks).map {
            AccessPoint.Network(
              bssid: HardwareAddress(stable(name) &* 16 &+ UInt64($0)), ssid: "n\($0)")
          })
      ])
  }

  private static func stable(_ name: String) -> UInt64 {
    name.utf8.reduce(7) { ($0 &* 131 &+ UInt64($1)) & 0x3FF_FFFF_FFFF }
  }
}
