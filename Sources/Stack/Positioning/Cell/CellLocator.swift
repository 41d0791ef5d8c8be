import Geometry
import Glibc
public import Kernel
public import Observations

/// Cell-ID positioning: a weighted centroid of the serving cell and its neighbours.
///
/// The serving cell gives the part of a town: the centre of the crowd's positions on it.
/// Neighbours, identified by PCI and channel among the cells of the same area, shift the position
/// by their level. An area's list is requested when first seen; the most recent lists are kept.
public struct CellLocator: Sendable {
  public let parameters: Parameters
  /// Number of downloaded bytes.
  public private(set) var byteCount = 0
  private var areas: [(name: CellAreaName, area: CellArea)] = []
  private var waiting: (name: CellAreaName, until: SimTime)?
  private var missing: CellAreaName?
  private var pauseUntil = SimTime.distantPast
  private var isConnected = false

  /// Creates a locator without cells.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// Processes a change of network reachability.
  public mutating func receive(_ network: NetworkReachability) {
    isConnected = network.route != .none
    pauseUntil = .distantPast
  }

  /// Clears pending requests after a restart of the phone.
  public mutating func restart() {
    waiting = nil
    missing = nil
    pauseUntil = .distantPast
  }

  /// Processes a completed or failed download; true if it was for this locator.
  @discardableResult
  public mutating func receive(_ download: Download, at time: SimTime) -> Bool {
    guard let name = CellAreaName(resource: download.resource) else { return false }
    if waiting?.name == name { waiting = nil }
    byteCount += download.bytes.count
    guard download.isComplete, let area = try? CellArea(download.bytes) else {
      pauseUntil = time + .seconds(parameters.pauseSeconds)
      return true
    }
    areas.removeAll { $0.name == name }
    areas.append((name, area))
    if areas.count > parameters.maxAreas { areas.removeFirst() }
    if missing == name { missing = nil }
    return true
  }

  /// Returns the next resource to request; nil for none.
  public mutating func nextResource(at time: SimTime) -> String? {
    if let waiting, waiting.until <= time { self.waiting = nil }
    guard isConnected, waiting == nil, time >= pauseUntil, let missing else { return nil }
    waiting = (missing, time + .seconds(parameters.pauseSeconds))
    return missing.resource
  }

  /// Returns the location of a scan; nil if the serving cell is unknown.
  public mutating func locate(_ scan: CellScan) -> LocationFix? {
    guard let serving = scan.readings.first(where: \.isServing), let code = serving.areaCode,
      let identity = serving.cellIdentity
    else { return nil }
    let name = CellAreaName(
      countryCode: serving.countryCode, networkCode: serving.networkCode, areaCode: code)
    guard let list = areas.firstIndex(where: { $0.name == name }) else {
      missing = name
      return nil
    }
    missing = nil
    guard let home = areas[list].area.cells.first(where: { $0.identity == identity }) else {
      return nil
    }
    return fix(scan, serving, home)
  }

  private func fix(
    _ scan: CellScan, _ serving: CellReading, _ home: KnownCell
  ) -> LocationFix? {
    let plane = LocalPlane(at: home.coordinate)
    var weight = 1.0
    var sum = Vec2.zero
    var count = 1
    for reading in scan.readings where !reading.isServing {
      let behind = serving.powerDecibelMilliwatts - reading.powerDecibelMilliwatts
      guard behind.isFinite, let known = neighbour(reading, of: home, plane) else { continue }
      let share = parameters.neighbourWeight * exp(-max(0, behind) / parameters.decayDecibels)
      weight += share
      sum += plane.point(known.coordinate) * share
      count += 1
    }
    let share = max(parameters.minShare, 1 / weight.squareRoot())
    var radius = home.radiusMetres * share * parameters.accuracyFactor
    let floor = parameters.minRadiusMetres
    radius = (radius * radius + floor * floor).squareRoot()
    guard radius.isFinite else { return nil }
    return LocationFix(
      time: scan.time, coordinate: plane.place(sum / weight), horizontalAccuracyMetres: radius,
      source: .cell, transmitterCount: count)
  }

  /// Returns the nearest known cell that may be a neighbour; nil if none is near enough.
  private func neighbour(
    _ reading: CellReading, of home: KnownCell, _ plane: LocalPlane
  ) -> KnownCell? {
    var best: (cell: KnownCell, distance: Double)?
    for (name, area) in areas where name.networkCode == reading.networkCode {
      for cell in area.cells
      where cell.physicalIdentity == reading.physicalIdentity
        && cell.channelNumber == reading.channelNumber
      {
        let distance = plane.point(cell.coordinate).length
        if distance < best?.distance ?? parameters.neighbourReach
          * (home.radiusMetres + cell.radiusMetres)
        {
          best = (cell, distance)
        }
      }
    }
    return best?.cell
  }
}
