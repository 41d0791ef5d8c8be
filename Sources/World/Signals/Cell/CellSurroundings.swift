import Geometry
import Glibc
import Kernel
import Maps
import Observations
public import Venues

/// The cell sites of a venue and what is in their way: made once and shared by all devices.
public struct CellSurroundings: Sendable {
  /// A site with what is frozen about it.
  struct Site: Sendable {
    var site: CellSite
    var loss: CellLoss
    var band: RadioBand
    /// Whether it is within a building that has storeys: a small cell.
    var isIndoors: Bool
    /// Shadows in and out of sight, and what decides whether a place that no map knows is in sight.
    var clearShadow: ShadowField
    var hiddenShadow: ShadowField
    var sight: ShadowField
    /// From the radiated power to what is reported: the share of one resource element, or of the pilot.
    var shareDecibels: Double
  }

  /// One antenna of a site.
  struct Sector: Sendable {
    var site: Int
    var number: Int
    var azimuth: Double?
    var key: UInt64
  }

  /// The walls and houses.
  public let propagation: Propagation
  var sites: [Site] = []
  var sectors: [Sector] = []
  /// The networks that there are, in ascending order.
  var networks: [Int] = []
  /// Where houses are known: there geometry decides what is in sight.
  private(set) var known: Box2?

  /// How many houses make a town whose sight lines can be worked out, and how far from them the map
  /// still tells all; estimates.
  private static let leastHouses = 20
  private static let knownMargin = 60.0

  /// Gathers the sites.
  ///
  /// - Parameters:
  ///   - venue: The place.
  ///   - propagation: Its walls and houses.
  ///   - seed: The run's seed.
  public init(_ venue: Venue, propagation: Propagation, seed: UInt64) {
    self.propagation = propagation
    let houses = venue.map.buildings.flatMap { $0.footprint.map(\.bounds) }
    if houses.count >= Self.leastHouses,
      let all = houses.dropFirst().reduce(houses.first, { $0?.union($1) })
    {
      let margin = Vec2(repeating: Self.knownMargin)
      known = Box2(all.minimum - margin, all.maximum + margin)
    }
    for cell in venue.transmitters.cellSites {
      let number = sites.count
      let isIndoors = venue.map.buildings.enumerated().contains { index, building in
        building.footprint.contains { $0.contains(cell.position.xy) }
          && cell.position.z < building.heightMetres
          && venue.levels.contains { $0.building == index }
      }
      func field(_ purpose: RandomStream.Purpose, _ length: Double) -> ShadowField {
        ShadowField(
          RandomStream(seed: seed, entity: stableHash(cell.name), purpose: purpose),
          lengthMetres: length)
      }
      let loss = CellLoss(height: cell.position.z, megahertz: cell.frequencyMegahertz)
      sites.append(
        Site(
          site: cell, loss: loss, band: RadioBand(megahertz: cell.frequencyMegahertz),
          isIndoors: isIndoors,
          clearShadow: field("cell.shadow.clear", loss.shadow(isClear: true).metres),
          hiddenShadow: field("cell.shadow.hidden", loss.shadow(isClear: false).metres),
          // 3GPP TR 38.901 table 7.6.3.1-2: sight is correlated over 50 m.
          sight: field("cell.sight", 50), shareDecibels: Self.share(of: cell.technology)))
      for (index, sector) in cell.sectors.enumerated() {
        let key = stableHash("\(cell.name)\n\(index)\n\(sector.cellIdentity)")
        sectors.append(
          Sector(site: number, number: index, azimuth: sector.azimuthRadians, key: key))
      }
    }
    networks = Set(venue.transmitters.cellSites.map(\.networkCode)).sorted()
  }

  /// 600 resource elements of a 10 MHz carrier, and about as many of NR; a tenth for UMTS's pilot.
  private static func share(of technology: CellTechnology) -> Double {
    switch technology {
    case .lte, .nr: 10 * log10(600.0)
    case .umts: 10
    case .gsm: 0
    }
  }

  /// Whether the houses round a place are known.
  func knows(_ point: Vec2) -> Bool {
    guard let known else { return false }
    return known.contains(point)
  }
}
