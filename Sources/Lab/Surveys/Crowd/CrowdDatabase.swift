import Geometry
import Glibc
import Kernel
import Observations
import Positioning
import Venues

/// A positioning service's crowdsourced database: access points and cells with positions and spreads.
public struct CrowdDatabase: Sendable {
  /// An estimated access point.
  struct Entry: Sendable {
    /// Its addresses, in ascending order.
    var addresses: [HardwareAddress]
    var transmitter: KnownTransmitter
    /// Position in metres east and north.
    var point: Vec2
    /// Number of inlying reports and contributors, and true if some reports are recent.
    var reports: Int
    var contributors: Int
    var isFresh: Bool
  }

  /// The access points, in the order of their addresses.
  let entries: [Entry]
  /// The cells of each tracking area.
  let cells: [CellAreaName: [KnownCell]]
  /// Number of reports received, and of distinct access points in them.
  public let reportCount, receivedCount: Int

  /// Builds a database from reports.
  init(_ reports: [CrowdReport], frame: LocalFrame) {
    var byDevice: [UInt64: [(report: Int, reading: Int)]] = [:]
    for (number, report) in reports.enumerated() {
      for (index, reading) in report.received.enumerated() {
        byDevice[reading.device, default: []].append((number, index))
      }
    }
    reportCount = reports.count
    receivedCount = byDevice.count
    entries = byDevice.keys.sorted().compactMap { device in
      let sightings = (byDevice[device] ?? []).map { place in
        let report = reports[place.report]
        return CrowdSighting(
          point: Vec2(report.point.x, report.point.y), radius: report.radius,
          level: report.received[place.reading].level, contributor: report.contributor,
          isOld: report.isOld)
      }
      guard let estimate = CrowdEstimate(sightings),
        let place = frame.coordinate(of: estimate.point)
      else { return nil }
      var addresses = Set<UInt64>()
      for place in byDevice[device] ?? [] {
        addresses.formUnion(reports[place.report].received[place.reading].addresses)
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
  /// The coordinate of a point on the ground.
  fileprivate func coordinate(of point: Vec2) -> Coordinate? {
    guard let place = try? geodetic(of: Vec3(point, 0)) else { return nil }
    return Coordinate(
      latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees)
  }
}
