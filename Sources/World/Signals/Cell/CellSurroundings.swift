import Geometry
import Glibc
import Kernel
import Maps
import Observations
public import Venues

/// The cell sites of a venue and the propagation from them; made once and shared by all devices.
public struct CellSurroundings: Sendable {
  /// A site with its random fields.
  struct SiteFields: Sendable {
    var site: CellSite
    var loss: CellLoss
    var band: RadioBand
    /// True for a small cell within a building with levels.
    var isIndoors: Bool
    /// Shadow fields with and without line of sight, and the field that decides the line of sight off the
    /// map.
    var clearShadow: ShadowField
    var hiddenShadow: ShadowField
    var sight: ShadowField
    /// From the total power to the reported quantity: the share of one resource element, or of the pilot.
    var shareDecibels: Double
  }

  /// A sector antenna of a site.
  struct SectorAntenna: Sendable {
    var site: Int
    var number: Int
    var azimuth: Double?
    var key: UInt64
  }

  public let propagation: Propagation
  var sites: [SiteFields] = []
  var sectors: [SectorAntenna] = []
  /// The network codes, in ascending order.
  var networks: [Int] = []
  /// The area with mapped buildings, in which geometry decides the line of sight.
  private(set) var known: Box2?

  /// Min number of buildings for geometric lines of sight, and the margin of the mapped area; estimates.
  private static let minHouses = 20
  private static let knownMargin = 60.0

  /// Collects the sites of a venue.
  public init(_ venue: Venue, propagation: Propagation, seed: UInt64) {
    self.propagation = propagation
    let houses = venue.map.buildings.flatMap { $0.footprint.map(\.bounds) }
    if houses.count >= Self.minHouses,
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
        SiteFields(
          site: cell, loss: loss, band: RadioBand(megahertz: cell.frequencyMegahertz),
          isIndoors: isIndoors,
          clearShadow: field("cell.shadow.clear", loss.shadow(isClear: true).metres),
          hiddenShadow: field("cell.shadow.hidden", loss.shadow(isClear: false).metres),
          // 3GPP TR 38.901 table 7.6.3.1-2: the LOS state has a correlation distance of 50 m.
          sight: field("cell.sight", 50), shareDecibels: Self.share(of: cell.technology)))
      for (index, sector) in cell.sectors.enumerated() {
        let key = stableHash("\(cell.name)\n\(index)\n\(sector.cellIdentity)")
        sectors.append(
          SectorAntenna(site: number, number: index, azimuth: sector.azimuthRadians, key: key))
      }
    }
    networks = Set(venue.transmitters.cellSites.map(\.networkCode)).sorted()
  }

  /// 600 resource elements of a 10 MHz carrier, and about as many of NR; a tenth for the UMTS pilot.
  private static func share(of technology: CellTechnology) -> Double {
    switch technology {
    case .lte, .nr: 10 * log10(600.0)
    case .umts: 10
    case .gsm: 0
    }
  }

  /// True if the buildings round a position are mapped.
  func knows(_ point: Vec2) -> Bool {
    guard let known else { return false }
    return known.contains(point)
  }
}
