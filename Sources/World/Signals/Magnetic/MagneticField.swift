public import Geometry
import Glibc
import Kernel
import Maps
public import Venues

/// The static magnetic field of a venue: IGRF, building disturbance and dipoles of steel.
///
/// All devices of a run share it, and it is the same at each visit. Indoors the building's steel weakens
/// and bends the Earth's field, with dipoles at heavy walls and lifts; outdoors it is slightly uneven.
public struct MagneticField: Sendable {
  /// The disturbance field of a storey.
  private struct Storey: Sendable {
    var waves: MagneticWaves
    var elevation: Double
    /// The indices of the adjacent storeys of the building; -1 for none.
    var above = -1, below = -1
    var house: Int
  }

  /// A building with an interior.
  private struct ShieldedBuilding: Sendable {
    var footprint: MagneticFootprint?
    /// The reduction of the Earth's field by its steel, in µT.
    var shield: Vec3
    /// The storey nearest to the ground.
    var ground: Int
  }

  /// The Earth's field at the venue, in µT east, north and up.
  public let earth: Vec3
  private var storeys: [Storey] = []
  private var houses: [ShieldedBuilding] = []
  private let dipoles: [MagneticDipoles]
  private let street: MagneticWaves

  /// Draws the field of a venue.
  public init(of venue: Venue, _ parameters: MagneticParameters, seed: UInt64) {
    earth = EarthField.field(at: venue.frame.origin, year: parameters.year)
    // Parked cars, pipes and railings: about 1 µT outdoors (an estimate), over 4 to 25 m.
    street =
      parameters.outdoors
      ? MagneticWaves(
        deviation: 1.0, wavelengths: Array(repeating: 4...25, count: 16),
        shares: Array(repeating: 1, count: 16),
        stream: RandomStream(seed: seed, purpose: "magnetic.street"))
      : MagneticWaves()
    dipoles = parameters.steel ? Self.steel(of: venue, seed: seed) : []
    if parameters.buildings { addHouses(of: venue, parameters, seed) }
  }

  /// Creates a uniform field.
  init(earth: Vec3) {
    self.earth = earth
    street = MagneticWaves()
    dipoles = []
  }

  private mutating func addHouses(
    of venue: Venue, _ parameters: MagneticParameters, _ seed: UInt64
  ) {
    // Wavelengths of 30 to 80 m that a walk sees as an offset, of 8 to 20 m, and of 4 to 8 m. A quarter
    // of a wavelength decorrelates: 2 to 5 m, as in the recordings.
    let wavelengths: [ClosedRange<Double>] =
      Array(repeating: 30...80, count: 4) + Array(repeating: 8...20, count: 8)
      + Array(repeating: 4...8, count: 4)
    let shares =
      Array(repeating: 0.10, count: 4) + Array(repeating: 0.05, count: 8)
      + Array(repeating: 0.05, count: 4)
    var numbers: [Int: Int] = [:]
    for (number, level) in venue.levels.enumerated() {
      var traits = RandomStream(
        seed: seed, entity: UInt64(level.building), purpose: "magnetic.building")
      // Buildings differ by a factor of 1.5 (three measured).
      let deviation = parameters.deviationMicroteslas * exp(0.4 * traits.gaussian())
      if numbers[level.building] == nil {
        // Mean fields indoors are 5 to 40 % below the Earth's field in the recordings.
        let weaker = Vec3(traits.uniform(), traits.uniform(), traits.uniform()) * 0.3
        let same = venue.levels.filter { $0.building == level.building }
        var shapes = same.flatMap(\.outline)
        if venue.map.buildings.indices.contains(level.building) {
          shapes += venue.map.buildings[level.building].footprint
        }
        let ground = venue.levels.indices.filter { venue.levels[$0].building == level.building }
          .min { abs(venue.levels[$0].ordinal) < abs(venue.levels[$1].ordinal) }
        numbers[level.building] = houses.count
        houses.append(
          ShieldedBuilding(
            footprint: MagneticFootprint(of: shapes), shield: -earth * weaker,
            ground: ground ?? number))
      }
      var storey = Storey(
        waves: MagneticWaves(
          deviation: deviation, wavelengths: wavelengths, shares: shares,
          stream: RandomStream(
            seed: seed, entity: UInt64(level.building), purpose: "magnetic.storey",
            index: UInt64(bitPattern: Int64(level.ordinal)))),
        elevation: level.elevationMetres, house: numbers[level.building] ?? 0)
      // Levels are sorted by building, then from the lowest.
      if number > 0, venue.levels[number - 1].building == level.building {
        storey.below = number - 1
        storeys[number - 1].above = number
      }
      storeys.append(storey)
    }
  }

  /// The field at a point, in metres east, north and up; in µT east, north and up.
  ///
  /// The level is nil outdoors.
  public func field(at point: Vec3, level: Int?) -> Vec3 {
    var sum = earth
    var outside = 1.0
    if let level, storeys.indices.contains(level) {
      let house = houses[storeys[level].house]
      let share = house.footprint?.share(at: point.xy) ?? 1
      sum += (house.shield + indoors(point, level)) * share
      outside = 1 - share
    } else if level == nil {
      for house in houses {
        guard let share = house.footprint?.share(at: point.xy), share > 0 else { continue }
        // The field is continuous through the outer wall, on whichever side a doorway counts.
        sum += (house.shield + indoors(point, house.ground)) * share
        outside -= share
      }
    }
    if outside > 0 {
      sum += street.field(east: point.x, north: point.y, height: 1) * outside
    }
    let dipoles = dipoles.span
    if let level, dipoles.indices.contains(level) { sum += dipoles[level].field(at: point) }
    return sum
  }

  /// The field of a storey, blended into the next storey's above head height.
  private func indoors(_ point: Vec3, _ level: Int) -> Vec3 {
    var number = level
    var height = point.z - storeys[level].elevation
    if height < 0, storeys[level].below >= 0 {
      number = storeys[level].below
      height = point.z - storeys[number].elevation
    }
    let storeys = storeys.span
    let field = storeys[number].waves.field(east: point.x, north: point.y, height: height)
    let head = 2.0
    let above = storeys[number].above
    guard height > head, above >= 0 else { return field }
    let floor = storeys[above].elevation
    let gap = max(0.1, floor - storeys[number].elevation - head)
    let way = min(1, (height - head) / gap)
    let share = way * way * (3 - 2 * way)
    let upper = storeys[above].waves.field(
      east: point.x, north: point.y, height: point.z - floor)
    return field * (1 - share) + upper * share
  }
}
