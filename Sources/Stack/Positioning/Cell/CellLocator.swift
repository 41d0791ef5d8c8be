import Geometry
import Glibc
public import Kernel
public import Observations

/// Finds a phone coarsely by the cells that its modem hears anyway.
///
/// The serving cell says which part of a town it is: the middle of where others have been on it.
/// Neighbours, told apart by physical identity and channel among the cells of the same area, draw
/// the place towards them as they are strong. It asks for the list of an area when it first meets it,
/// and keeps the lists of the areas it met last.
public struct CellLocator: Sendable {
  /// How it is set.
  public let parameters: Parameters
  /// How many bytes came.
  public private(set) var byteCount = 0
  private var areas: [(name: CellAreaName, area: CellArea)] = []
  private var waiting: (name: CellAreaName, until: SimTime)?
  private var missing: CellAreaName?
  private var pauseUntil = SimTime.distantPast
  private var isConnected = false

  /// Creates a locator that knows no cells.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// The network is reached otherwise.
  public mutating func receive(_ network: NetworkReachability) {
    isConnected = network.route != .none
    pauseUntil = .distantPast
  }

  /// The phone has started: what was asked is forgotten.
  public mutating func restart() {
    waiting = nil
    missing = nil
    pauseUntil = .distantPast
  }

  /// The network has answered, or given up.
  ///
  /// - Parameters:
  ///   - download: The answer.
  ///   - time: Now.
  /// - Returns: Whether it was for this locator.
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
    if areas.count > parameters.mostAreas { areas.removeFirst() }
    if missing == name { missing = nil }
    return true
  }

  /// What to ask of the network now.
  public mutating func nextResource(at time: SimTime) -> String? {
    if let waiting, waiting.until <= time { self.waiting = nil }
    guard isConnected, waiting == nil, time >= pauseUntil, let missing else { return nil }
    waiting = (missing, time + .seconds(parameters.pauseSeconds))
    return missing.resource
  }

  /// Finds the phone.
  ///
  /// - Parameter scan: The cells heard.
  /// - Returns: Where it was; nil if the serving cell isn't known.
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
    let share = max(parameters.leastShare, 1 / weight.squareRoot())
    var radius = home.radiusMetres * share * parameters.accuracyFactor
    let floor = parameters.leastRadiusMetres
    radius = (radius * radius + floor * floor).squareRoot()
    guard radius.isFinite else { return nil }
    return LocationFix(
      time: scan.time, coordinate: plane.place(sum / weight), horizontalAccuracyMetres: radius,
      source: .cell, transmitterCount: count)
  }

  /// The nearest cell to the serving one that a neighbour may be; nil if none is near enough to be
  /// heard beside it.
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
