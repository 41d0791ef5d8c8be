public import Geometry
import Glibc
import Kernel
import Maps
import Observations
public import Venues

/// The GNSS environment of a run, shared by all receivers: satellites, buildings and atmosphere.
public struct GNSSSurroundings: Sendable {
  /// The local frame, in metres east, north and up.
  public let frame: LocalFrame
  public private(set) var sky: GNSSSky
  public let seed: UInt64
  let city: GNSSCity
  /// The reflected fraction of power of each material, by the cosine of incidence.
  let reflections: [[Double]]
  /// By building index; nil for buildings without an interior.
  let interiors: [GNSSInterior?]
  /// The building index of each level.
  let levelBuildings: [Int]
  let signals: [GNSSSignal]
  let scatterers: [GNSSScatterers]
  /// Zenith tropospheric delay, in m.
  let zenithDelay: Double

  /// Creates the surroundings of a venue.
  public init(venue: Venue, sky: GNSSSky, seed: UInt64) {
    var prisms: [Prism] = []
    var owners: [Int] = []
    var materials: [Material] = []
    for (number, building) in venue.map.buildings.enumerated() {
      materials.append(venue.materials.facade(of: number))
      for shape in building.footprint {
        let prism = try? Prism(
          footprint: shape, base: building.baseMetres, top: building.heightMetres)
        guard let prism else { continue }
        prisms.append(prism)
        owners.append(number)
      }
    }
    self.init(
      frame: venue.frame, sky: sky, seed: seed,
      city: GNSSCity(prisms, buildings: owners, materials: materials),
      interiors: GNSSInterior.all(of: venue), levelBuildings: venue.levels.map(\.building))
  }

  /// Creates the surroundings of an outdoor area with some buildings.
  ///
  /// - Parameters:
  ///   - frame: The local frame, in metres east, north and up.
  ///   - sky: The satellites.
  ///   - seed: The run's seed.
  ///   - prisms: The buildings.
  ///   - facades: The facade material of each; missing ones are concrete.
  public init(
    frame: LocalFrame, sky: GNSSSky, seed: UInt64, prisms: [Prism] = [], facades: [Material] = []
  ) {
    let materials = prisms.indices.map { $0 < facades.count ? facades[$0] : .concrete }
    self.init(
      frame: frame, sky: sky, seed: seed,
      city: GNSSCity(prisms, buildings: Array(prisms.indices), materials: materials),
      interiors: [], levelBuildings: [])
  }

  private init(
    frame: LocalFrame, sky: GNSSSky, seed: UInt64, city: GNSSCity, interiors: [GNSSInterior?],
    levelBuildings: [Int]
  ) {
    self.frame = frame
    self.sky = sky
    self.seed = seed
    self.city = city
    self.interiors = interiors
    self.levelBuildings = levelBuildings
    reflections = Material.allCases.map(GNSSMaterial.reflection)
    signals = sky.tracks.map {
      GNSSSignal($0.satellite.constellation, channel: $0.frequencyChannel)
    }
    scatterers = sky.tracks.indices.map { GNSSScatterers(seed: seed, satellite: $0) }
    zenithDelay = Troposphere.delayMetres(at: frame.origin, elevation: .pi / 2)
  }

  /// Returns a copy for one receiver, with a cache of its own.
  func apart() -> GNSSSurroundings {
    var surroundings = self
    surroundings.sky = sky.apart()
    return surroundings
  }

  /// The interior and storey around a position; nil under the open sky.
  func interior(level: Int?, at point: Vec2) -> (GNSSInterior, GNSSInterior.Storey, Int)? {
    guard let level, levelBuildings.indices.contains(level) else { return nil }
    let building = levelBuildings[level]
    guard interiors.indices.contains(building), let interior = interiors[building],
      let storey = interior.storey(level), !storey.openAir.contains(where: { $0.contains(point) })
    else { return nil }
    return (interior, storey, building)
  }
}

extension GNSSInterior {
  /// The interiors of a venue's buildings, by index.
  static func all(of venue: Venue) -> [GNSSInterior?] {
    let count = (venue.levels.map(\.building).max() ?? -1) + 1
    guard count < 1_000_000 else { return [] }
    var interiors = [GNSSInterior?](repeating: nil, count: count)
    for (number, level) in venue.levels.enumerated() where level.building >= 0 {
      let building = level.building
      var interior = interiors[building] ?? GNSSInterior(building, in: venue)
      interior.add(level, number, venue.materials)
      interiors[building] = interior
    }
    return interiors
  }

  private init(_ building: Int, in venue: Venue) {
    roof = building < venue.materials.roofs.count ? venue.materials.roofs[building] : nil
    let facade = venue.materials.facade(of: building)
    facadeLoss = GNSSMaterial.penetration(facade)
    windowShare = GNSSMaterial.windowShare(facade)
    if venue.map.buildings.indices.contains(building) {
      let shell = venue.map.buildings[building]
      top = shell.heightMetres
      edges = shell.footprint.flatMap(\.edges)
    }
    // A building of which only levels and a roof are known ends at its roof's outline.
    if edges.isEmpty { edges = roof?.outline.edges ?? [] }
  }

  private mutating func add(_ level: Level, _ number: Int, _ materials: VenueMaterials) {
    top = max(top, level.elevationMetres + level.heightMetres)
    storeys.append(
      Storey(
        level: number, floor: level.elevationMetres, height: level.heightMetres,
        walls: level.walls.isEmpty ? nil : try? SegmentIndex(level.walls),
        losses: level.walls.indices.map {
          GNSSMaterial.penetration(materials.material(ofWall: $0, level: number))
        },
        outline: level.outline, voids: level.units.filter { $0.kind == .void }.map(\.shape),
        openAir: level.units.filter { $0.kind == .terrace || $0.kind == .garden }.map(\.shape)))
  }
}
