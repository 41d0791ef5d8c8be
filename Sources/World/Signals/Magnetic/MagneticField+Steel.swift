import Geometry
import Kernel
import Maps
import Venues

extension MagneticField {
  /// Metres of wall per piece of steel.
  private static let spacing = 2.0
  /// Max number of pieces per level, which bounds the memory for any venue file.
  private static let maximum = 200_000

  /// The dipoles of the heavy walls and lifts of each level.
  static func steel(of venue: Venue, seed: UInt64) -> [MagneticDipoles] {
    venue.levels.indices.map { number in
      let level = venue.levels[number]
      var stream = RandomStream(
        seed: seed, entity: UInt64(level.building), purpose: "magnetic.steel",
        index: UInt64(bitPattern: Int64(level.ordinal)))
      var pieces: [MagneticDipoles.Dipole] = []
      for (wall, line) in level.walls.enumerated() {
        let strength = microteslas(of: venue.materials.material(ofWall: wall, level: number))
        guard strength > 0 else { continue }
        let count = min(1000, max(1, Int(line.length / spacing)))
        for piece in 0..<count where pieces.count < maximum {
          let place = line.point(at: (Double(piece) + stream.uniform()) / Double(count))
          pieces.append(
            dipole(at: place, above: level.elevationMetres, strength: strength, &stream))
        }
      }
      // Car, rails and motor of a lift, behind its doors (an estimate: 12 µT at 1 m).
      for connector in venue.map.connectors where connector.kind == .lift {
        for stop in connector.stops where stop.level == number {
          pieces.append(dipole(at: stop.point, above: level.elevationMetres, strength: 12, &stream))
        }
      }
      return MagneticDipoles(pieces)
    }
  }

  /// The moment of a piece of wall, in µT at 1 m; estimates that give 10 to 30 µT close to steel.
  private static func microteslas(of material: Material) -> Double {
    switch material {
    case .metal: 8
    case .reinforced: 5
    case .concrete: 1.5
    case .railing: 1
    case .plasterboard, .glass, .wood, .brick, .coatedGlass: 0
    }
  }

  private static func dipole(
    at place: Vec2, above floor: Double, strength: Double, _ stream: inout RandomStream
  ) -> MagneticDipoles.Dipole {
    let height = floor + stream.uniform(in: 0.3...2.2)
    // Upright steel is magnetised vertically more than horizontally.
    let across = Vec2(stream.gaussian(), stream.gaussian()) * 0.5
    let upright = stream.gaussian()
    return MagneticDipoles.Dipole(
      position: Vec3(place, height), moment: Vec3(across, upright) * strength)
  }
}
