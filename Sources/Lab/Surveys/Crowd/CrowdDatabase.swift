import Geometry
import Glibc
import Kernel
import Observations
import Positioning
import Venues

/// What a service makes of what a crowd has sent in: access points and cells with places and spreads.
public struct CrowdDatabase: Sendable {
  /// An access point as the service believes it to be.
  struct Entry: Sendable {
    /// Its addresses, in ascending order.
    var addresses: [HardwareAddress]
    var transmitter: KnownTransmitter
    /// In metres east and north.
    var point: Vec2
    /// How many reports and contributors fit it, and whether any of them are of late.
    var reports: Int
    var contributors: Int
    var isFresh: Bool
  }

  /// The access points, in the order of their addresses.
  let entries: [Entry]
  /// The cells of each tracking area.
  let cells: [CellAreaName: [KnownCell]]
  /// How many reports came in, and how many access points were heard in all.
  public let reportCount, heardCount: Int

  /// Makes a database.
  init(_ reports: [CrowdReport], frame: LocalFrame) {
    var byDevice: [UInt64: [(report: Int, reading: Int)]] = [:]
    for (number, report) in reports.enumerated() {
      for (index, reading) in report.heard.enumerated() {
        byDevice[reading.device, default: []].append((number, index))
      }
    }
    reportCount = reports.count
    heardCount = byDevice.count
    entries = byDevice.keys.sorted().compactMap { device in
      let sightings = (byDevice[device] ?? []).map { place in
        let report = reports[place.report]
        return CrowdSighting(
          point: Vec2(report.point.x, report.point.y), radius: report.radius,
          level: report.heard[place.reading].level, contributor: report.contributor,
          isOld: report.isOld)
      }
      guard let estimate = CrowdEstimate(sightings),
        let place = frame.coordinate(of: estimate.point)
      else { return nil }
      var addresses = Set<UInt64>()
      for place in byDevice[device] ?? [] {
        addresses.formUnion(reports[place.report].heard[place.reading].addresses)
      }
      return Entry(
        addresses: addresses.sorted().map { HardwareAddress($0) },
        transmitter: KnownTransmitter(
          coordinate: place, spreadMetres: estimate.spread, levelAt30Metres: estimate.level),
        point: estimate.point, reports: estimate.reports, contributors: estimate.contributors,
        isFresh: estimate.isFresh)
    }
    cells = Self.cells(reports, frame)
  }

  private static func cells(
    _ reports: [CrowdReport], _ frame: LocalFrame
  ) -> [CellAreaName: [KnownCell]] {
    var places: [CrowdCell: [Vec2]] = [:]
    for report in reports {
      guard let cell = report.cell else { continue }
      places[cell, default: []].append(Vec2(report.point.x, report.point.y))
    }
    var areas: [CellAreaName: [KnownCell]] = [:]
    let order = places.keys.sorted { ($0.area, $0.identity) < ($1.area, $1.identity) }
    for cell in order {
      guard let points = places[cell], points.count >= 3, let x = points.lazy.map(\.x).middle(),
        let y = points.lazy.map(\.y).middle()
      else { continue }
      let distances = points.map { $0.distance(to: Vec2(x, y)) }.sorted()
      guard let place = frame.coordinate(of: Vec2(x, y)) else { continue }
      let name = CellAreaName(
        countryCode: cell.country, networkCode: cell.network, areaCode: cell.area)
      areas[name, default: []].append(
        KnownCell(
          identity: cell.identity, physicalIdentity: cell.physical, channelNumber: cell.channel,
          coordinate: place, radiusMetres: distances[Int(Double(distances.count) * 0.68)]))
    }
    return areas
  }
}

extension LocalFrame {
  /// A point on the ground as a coordinate.
  fileprivate func coordinate(of point: Vec2) -> Coordinate? {
    guard let place = try? geodetic(of: Vec3(point, 0)) else { return nil }
    return Coordinate(
      latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees)
  }
}
